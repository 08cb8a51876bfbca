"""A submission's limits.

To change the limits for one course, set `c.Judge.memory_gb`,
`c.Judge.notebook_seconds` and so on in nbgrader_config.py. All these settings are in
`course/settings.py`. nbgrader's settings import this module, so it must load quickly.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The resources that one submission may use. For its time limits, see `Budget`."""

    memory: int = 3 * 2**30  # the bytes of memory for all its processes together
    # the number of processes and threads; ``None`` sets no limit
    processes: int | None = 32
    file_size: int = 32 * 2**20  # the bytes in a single file
    disk: int = 64 * 2**20  # the bytes in all files of a writable folder, such as /tmp
    files: int = 4096  # the number of files there, which also use kernel memory
    cpu: int = 300  # the CPU time of one process, in seconds


@dataclass(frozen=True)
class Budget:
    """The seconds that a submission may use.

    We count only the seconds that the submission uses itself, so it makes no difference
    whether the machine is busy. See `stopwatch`.
    """

    # the seconds for the first run and the deciding run together. Explaining what is
    # wrong may take another third of this.
    notebook: float = 180.0
    cell: float = 10.0  # the seconds for one cell
    task: float = 30.0  # the seconds for all cases of one task
    case: float = 10.0  # the seconds for one case
