"""Installs the course beside this file, then opens the exercises in JupyterLab.

    python3 start.py                    on Linux and macOS
    py start.py                         on Windows

The first run takes a few minutes; later ones only open JupyterLab. Arguments are passed
on to `lernformer`: `python3 start.py check exercises/embedding/embedding.ipynb` counts
the points of a notebook. This file is at the top of the students' zip, and in `deploy/`
in a clone of the repository.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
IS_ZIP = (HERE / "constraints.txt").exists()
FOLDER = HERE if IS_ZIP else HERE.parent
VENV = FOLDER / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
if IS_ZIP:
    UV = PIP = ["-r", "requirements.txt"]
else:
    UV = ["-c", "requirements.lock", "-e", ".[lab]"]
    PIP = ["-c", "requirements.txt", "-e", ".[lab]"]  # it can't take a lock with hashes
INSTALLED = VENV / ".installed"


def run(*arguments: str) -> int:
    """Run this environment's Python; return the exit status."""
    return subprocess.run([PYTHON, *arguments], cwd=FOLDER, check=False).returncode


def install() -> None:
    """Create `.venv`, with the small torch if there is no NVIDIA GPU.

    Raises:
        SystemExit: if this Python is too old, or something could not be installed.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 (an old Python may run this)
        version = ".".join(map(str, sys.version_info[:3]))
        sys.exit(f"Lernformer needs Python 3.11 or newer; this is Python {version}.")
    print(f"Installing into {VENV}. This takes a few minutes the first time.")
    if not PYTHON.exists():
        try:
            venv.create(VENV, with_pip=True)
        except subprocess.CalledProcessError:
            sys.exit(
                "This Python can't make virtual environments. On Debian and Ubuntu, "
                "`sudo apt install python3-venv` adds what it lacks."
            )
    run("-m", "pip", "install", "--quiet", "uv")
    # uv picks the torch that suits this machine. If it can't reach torch's own package
    # index, pip takes the one from the usual index.
    uv = ("-m", "uv", "pip", "install", "--torch-backend", "auto", *UV)
    if run(*uv) and run("-m", "pip", "install", "--no-compile", *PIP):
        sys.exit("Something could not be installed: see the lines above.")
    INSTALLED.write_text(wanted(), "utf-8")


def wanted() -> str:
    """Return the requirements; a newer zip has different ones."""
    return (FOLDER / UV[1]).read_text("utf-8")


if __name__ == "__main__":
    if not INSTALLED.exists() or INSTALLED.read_text("utf-8") != wanted():
        install()
    sys.exit(run("-m", "lernformer", *(sys.argv[1:] or ["lab"])))
