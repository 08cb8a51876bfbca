"""Running a command as an unprivileged user, no matter who runs the tests."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from course import ROOT

NOBODY = 65534  # exists everywhere and owns nothing
needs_bubblewrap = pytest.mark.skipif(
    not shutil.which("bwrap"), reason="NO BUBBLEWRAP: nothing tried what needs it"
)


def command(*words: str) -> list[str]:
    """The command line that runs ``words`` as an unprivileged user."""
    if os.geteuid() != 0:
        return [*words]
    drop = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    return [*reachable(), *drop, *words]


def reachable() -> list[str]:
    """What to write before root's command whose children are unprivileged users.

    Root may keep Python where nobody else may look (`/root`). Then the folders required
    are mounted again, for this command only, so that they can be reached.
    """
    required = {Path(sys.base_prefix), Path(sys.prefix), ROOT}
    closed = {p for path in required for p in path.parents if not p.stat().st_mode & 1}
    mounts, made = [], set()
    for folder in sorted(closed):
        mounts += ["--perms", "0755", "--tmpfs", str(folder)]
    for path in sorted(p for p in required if closed.intersection(p.parents)):
        for parent in reversed(path.parents):
            if closed.intersection(parent.parents) and parent not in made:
                mounts += ["--perms", "0755", "--dir", str(parent)]
                made.add(parent)
        mounts += ["--bind", str(path), str(path)]
    return ["bwrap", "--dev-bind", "/", "/", *mounts]


def folder() -> Path:
    """A new folder that belongs to that user; the caller removes it."""
    made = Path(tempfile.mkdtemp(prefix="lernformer-test-"))
    hand_over(made)
    return made


def hand_over(path: Path) -> None:
    """Make that user the owner of a folder and everything in it."""
    if os.geteuid() == 0:
        subprocess.run(["chown", "-Rh", f"{NOBODY}:{NOBODY}", path], check=True)


def remove(path: Path) -> None:
    shutil.rmtree(path, ignore_errors=True)
