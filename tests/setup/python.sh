#!/bin/sh
case "$*" in
    *version_info*) echo {version} ;;
    *ensurepip*) exit {ensurepip} ;;
    *fcntl*) exec "{real}" "$@" ;;
    "-m venv "*)
        mkdir -p "$3/bin"
        echo >"$3/pyvenv.cfg"
        cp "{home}/venv-python" "$3/bin/python" ;;
    *) echo "Python {version}.0" ;;
esac
