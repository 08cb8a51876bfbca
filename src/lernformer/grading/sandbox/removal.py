"""Removes a folder that a student's code could write to.

Such a folder may be nested as deeply as the kernel allows, and locked at any level. We
can't use `shutil.rmtree` here. It calls itself for each level until Python stops it,
and the kernel refuses a path that has too many levels.
"""

import itertools
import os
import secrets
import subprocess
import sys
import time
from pathlib import Path

WAITING = 30.0  # seconds during which others may still write there


def remove(folder: Path) -> None:
    """Remove a folder and everything in it that this user is allowed to remove.

    Another process may be removing it at the same time.
    """
    while os.path.lexists(folder):
        try:
            _remove(folder)
        except FileNotFoundError:  # the other process was faster
            continue
        except OSError:
            return


def _remove(folder: Path) -> None:
    # The contents of each subfolder move up before it is removed, so that no path ever
    # grows by more than two names.
    mark, numbers = secrets.token_hex(8), itertools.count()
    folder.chmod(0o700)
    while inside := list(os.scandir(folder)):
        for one in inside:
            if not one.is_dir(follow_symlinks=False):
                os.unlink(one)
                continue
            os.chmod(one, 0o700)
            for inner in list(os.scandir(one)):
                if inner.is_dir(follow_symlinks=False):
                    os.chmod(inner, 0o700)  # moving a folder writes into it
                    os.rename(inner, folder / f"{mark}-{next(numbers)}")
                else:
                    os.unlink(inner)
            os.rmdir(one)
    folder.rmdir()


def remove_after_this_process(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that removes a folder once this one ends, even if it is killed.

    If you remove the folder earlier, close that process's `stdin` and wait for the
    process to end.
    """
    command = [sys.executable, "-I", "-S", __file__]
    remover = subprocess.Popen(
        command, env={}, stdin=subprocess.PIPE, start_new_session=True
    )
    assert remover.stdin
    remover.stdin.write(os.fsencode(folder))
    remover.stdin.flush()
    return remover


def _wait_and_remove() -> None:
    folder = Path(os.fsdecode(sys.stdin.buffer.read()))  # returns when the writer ends
    deadline = time.monotonic() + WAITING
    while folder.exists() and time.monotonic() < deadline:
        remove(folder)
        time.sleep(0.1)


if __name__ == "__main__":
    _wait_and_remove()
