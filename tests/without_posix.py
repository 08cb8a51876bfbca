"""Runs `lernformer` without POSIX, as on Windows.

`python without_posix.py check notebook.ipynb`. Only the course's own modules lack it:
other packages look at `sys.platform`, and have what this system has.
"""

import builtins
import os
import signal
import sys
from types import ModuleType

GONE = {"fcntl", "resource", "pwd", "grp", "termios", "pty", "tty", "posix", "syslog"}
LESS = {
    "os": "fork forkpty uname killpg setsid geteuid getuid getgid wait4 O_NOFOLLOW "
    "O_NONBLOCK sched_getaffinity getloadavg sysconf statvfs chown mkfifo",
    "signal": "SIGALRM SIGKILL SIGHUP setitimer alarm pthread_sigmask",
}
real = builtins.__import__


def poorer(module, missing):
    """A copy of a module without some of its names."""
    made = ModuleType(module.__name__)
    made.__dict__.update(vars(module))
    for name in missing.split():
        del made.__dict__[name]
    return made


modules = {
    module.__name__: poorer(module, LESS[module.__name__]) for module in (os, signal)
}


def importing(name, globals=None, locals=None, fromlist=(), level=0):
    if not str((globals or {}).get("__name__", "")).startswith("lernformer"):
        return real(name, globals, locals, fromlist, level)
    if name.partition(".")[0] in GONE:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return modules.get(name) or real(name, globals, locals, fromlist, level)


if __name__ == "__main__":
    builtins.__import__ = importing
    from lernformer.cli import main

    main(sys.argv[1:], prog_name="lernformer")
