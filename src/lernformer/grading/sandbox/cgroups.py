"""Gives each submission its own cgroup, if this user may create one.

For each cgroup, the kernel counts all CPU time and all memory. This includes memory
that the kernel itself uses for the processes (page tables, buffers and files in
memory). The kernel can also end all processes in a cgroup at once. Without a cgroup,
the supervisor (`forkserver`) watches the processes itself, and notices most violations
of the limits a moment later. We need version 2 of cgroups; see cgroups(7).

We create the cgroups in the nearest cgroup above this process that counts memory and
processes and lets this user move a process. For root, nearly any cgroup will do. Other
users need a cgroup that `systemd-run --user --scope` has created.
"""

import contextlib
import io
import itertools
import os
import subprocess
import time
from pathlib import Path

from lernformer.grading.sandbox.limits import Limits

PROC = Path("/proc")
COUNTED = {"memory", "pids"}  # the controllers that are needed
BEGIN = "lernformer-"
OURS = 2  # our own processes: the first, and the worker that runs the code
NUMBERS = itertools.count()
PATIENCE = 2.0  # seconds until killed processes are gone


def parent() -> Path:
    """Return the cgroup in which the submissions' cgroups can be created.

    Raises:
        LookupError: if there is none. The message says why.
    """
    top, own = _own()
    for place in (own, *own.parents):
        with contextlib.suppress(OSError):
            counted = (place / "cgroup.subtree_control").read_text().split()
            if set(counted) >= COUNTED and _serves(place):
                return place
        if place == top:
            break
    raise LookupError("there is no cgroup here in which a new one could be created")


def _own() -> tuple[Path, Path]:
    """Return where cgroups are mounted, and this process's own cgroup."""
    with contextlib.suppress(OSError):
        lines = (PROC / "self/cgroup").read_text().splitlines()
        own = Path(next((line[3:] for line in lines if line.startswith("0::")), ""))
        for line in (PROC / "self/mountinfo").read_text().splitlines():
            before, _, after = line.partition(" - ")
            root, mounted = map(Path, before.split()[3:5])
            if after.startswith("cgroup2 ") and own.is_relative_to(root):
                return mounted, mounted / own.relative_to(root)
    raise LookupError("there are no cgroups of version 2 here")


def _serves(place: Path) -> bool:
    """Return True if this user can move a process into a new cgroup there."""
    with contextlib.suppress(OSError), Cgroups(place) as cgroups:
        with cgroups.new(Limits()) as made:
            moved = subprocess.run(["echo", "0"], stdout=made.files[0], check=False)
        return moved.returncode == 0
    return False


def settings(limits: Limits) -> dict[str, str]:
    """Return the text to write into each file of a submission's cgroup."""
    files = 3 * limits.disk  # in /tmp, at home, and in shared memory
    most = limits.processes
    return {
        "memory.max": str(limits.memory + files),
        "memory.oom.group": "1",  # kill all processes or none
        "pids.max": "max" if most is None else str(most + OURS),
    }


class Cgroup:
    """The cgroup of one submission.

    ``files`` contains the open files that the supervisor needs. One is `cgroup.procs`:
    a process joins the cgroup by writing 0 to it. The other is `cpu.stat`, if it
    exists.
    """

    def __init__(self, path: Path):
        self.path, self.files = path, [io.FileIO(path / "cgroup.procs", "w")]
        with contextlib.suppress(FileNotFoundError):
            self.files.append(io.FileIO(path / "cpu.stat"))

    def kill(self) -> None:
        """End all processes in the cgroup."""
        with contextlib.suppress(OSError):  # an old kernel, or it is already gone
            (self.path / "cgroup.kill").write_text("1")

    def __enter__(self) -> "Cgroup":
        return self

    def __exit__(self, *error: object) -> None:
        for file in self.files:
            file.close()


class Cgroups:
    """A context manager for the cgroups of one grader's submissions."""

    def __init__(self, parent: Path):
        self.parent, self.made = parent, list[Path]()
        for path in parent.glob(f"{BEGIN}*"):
            if not (PROC / path.name.split("-")[1]).exists():  # its grader was killed
                self.made.append(path)

    def new(self, limits: Limits) -> Cgroup:
        """Create a cgroup for one submission, and set its limits.

        Raises:
            OSError: if it cannot be created.
        """
        self.sweep()
        path = self.parent / f"{BEGIN}{os.getpid()}-{next(NUMBERS)}"
        path.mkdir()
        self.made.append(path)
        for name, value in settings(limits).items():
            (path / name).write_text(value)
        with contextlib.suppress(OSError):  # not every kernel counts swap
            (path / "memory.swap.max").write_text("0")
        return Cgroup(path)

    def sweep(self) -> list[Path]:
        """Remove the empty cgroups, and return the paths of the others."""
        left = []
        for path in self.made:
            try:
                path.rmdir()
            except FileNotFoundError:
                continue
            except OSError:
                left.append(path)
        self.made = left
        return left

    def close(self) -> None:
        """End all processes in the cgroups, and remove the cgroups."""
        for path in self.made:
            with contextlib.suppress(OSError):
                (path / "cgroup.kill").write_text("1")
        deadline = time.monotonic() + PATIENCE
        while self.sweep() and time.monotonic() < deadline:
            time.sleep(0.01)

    def __enter__(self) -> "Cgroups":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
