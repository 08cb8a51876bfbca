"""Builds the bubblewrap command line that runs a process in a sandbox; see bwrap(1).

A process in the sandbox sees only the system, Python and the files that it is given,
and can only read them. It sees no network and no other process.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from lernformer.grading.sandbox import namespaces
from lernformer.grading.sandbox.visible_files import PACKAGE

HOME = namespaces.HOME.decode()
ASIDE = namespaces.ASIDE.decode()
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store")
SETTINGS = (
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
)


class NoSandbox(BaseException):
    """The sandbox is missing or does not hold, so nothing may be graded.

    It is not an `Exception`, because nbgrader catches exceptions and continues with the
    next submission.
    """


def missing() -> str:
    """Return the reason why bubblewrap does not work here, or an empty string."""
    program = shutil.which("bwrap")
    if not program:
        return "bubblewrap is not installed (`apt-get install bubblewrap`)"
    words = [program, "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "true"]
    tried = subprocess.run(words, capture_output=True, text=True, check=False)
    if tried.returncode:
        return f"bubblewrap is not permitted here ({tried.stderr.strip()})"
    return ""


def command(
    package: Path,
    hidden: tuple[Path, ...] = (),
    rights: tuple[str, ...] = (),
    writable: tuple[Path, ...] = (),
    start: Path = Path("/"),
) -> list[str]:
    """Return the words to put before a command so that it runs in a sandbox.

    In the sandbox, ``package`` takes the place of this package. The hidden folders are
    not visible, wherever they are. Only root keeps the capabilities in ``rights``.

    Raises:
        NoSandbox: if bubblewrap does not work here.
    """
    if reason := missing():
        raise NoSandbox(reason)
    program = shutil.which("bwrap") or "bwrap"
    words = [program, "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    words += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    words += ["--hostname", "sandbox"]
    if os.geteuid() == 0:
        for right in rights:
            words += ["--cap-add", right]
    else:
        words += ["--unshare-user"]
    words += ["--proc", "/proc", "--dev", "/dev"]
    # No limit applies to memory that is shared through /dev/zero.
    words += ["--dev-bind", "/dev/null", "/dev/zero"]
    words += ["--perms", "1777", "--tmpfs", "/tmp"]
    words += ["--perms", "0755", "--dir", ASIDE]
    words += ["--perms", "1777", "--tmpfs", HOME]
    words += _mounts(package, hidden, writable)
    if not writable:  # many submissions start here, each with its own /tmp
        words += ["--remount-ro", "/tmp"]
    words += ["--remount-ro", "/dev", "--remount-ro", "/"]
    return [*words, "--chdir", str(start)]


def _mounts(
    package: Path, hidden: tuple[Path, ...], writable: tuple[Path, ...]
) -> list[str]:
    """Return the options for visible and hidden folders, the outer folders first."""
    mounts = {path: ["--ro-bind", str(path), str(path)] for path in python()}
    for path in map(Path, (*SYSTEM, *SETTINGS)):
        if path.is_symlink() and path.is_dir():
            mounts[path] = ["--symlink", os.readlink(path), str(path)]
        elif path.exists():
            mounts[path] = ["--ro-bind", str(path), str(path)]
    for path in map(Path.resolve, hidden):
        if path.is_dir():
            mounts[path] = ["--perms", "0755", "--tmpfs", str(path)]
    for path in writable:
        mounts[path] = ["--bind", str(path), str(path)]
    mounts[PACKAGE] = ["--ro-bind", str(package), str(PACKAGE)]
    words, made = [], {Path("/")}
    for path in sorted(mounts, key=lambda path: len(path.parts)):
        for parent in reversed(path.parents):
            # Below a visible folder, the parent exists. Elsewhere, and in a hidden
            # folder, bubblewrap would create the parent for this user alone.
            above = next((mounts[p] for p in parent.parents if p in mounts), None)
            if parent not in made and (above is None or "--tmpfs" in above):
                words += ["--perms", "0755", "--dir", str(parent)]
            made.add(parent)
        words += mounts[path]
        made.add(path)
    for path in sorted(mounts):
        words += ["--remount-ro", str(path)] if "--tmpfs" in mounts[path] else []
    return words


def python() -> set[Path]:
    """Return the folders of this Python and of the packages installed for it."""
    return {
        Path(sys.prefix),
        Path(sys.base_prefix),
        Path(sysconfig.get_path("stdlib")).resolve(),
        Path(sys.executable).resolve().parent,
    }


def environment(home: str) -> dict[str, str]:
    """Return the environment variables of a process in the sandbox."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": home,
        "TMPDIR": home,  # the only folder that the forkserver can write to
        "USER": "student",
        "LANG": "C.UTF-8",
        "IPYTHONDIR": f"{home}/.ipython",
        "MPLCONFIGDIR": home,
        "MPLBACKEND": "agg",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }
