"""A submission's limits; kept light, as nbgrader's settings import them.

To change the memory or the seconds in one course, set `c.Judge.memory_gb`,
`c.Judge.notebook_seconds` and so on in nbgrader_config.py; `course/settings.py` lists
them.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The resources that one submission may use; for its time limits, see `Budget`."""

    memory: int = 3 * 2**30  # the bytes of memory for all its processes together
    # the number of processes and threads; ``None`` sets no limit
    processes: int | None = 32
    file_size: int = 32 * 2**20  # the bytes in a single file
    disk: int = 64 * 2**20  # the bytes in all files of a writable folder, such as /tmp
    files: int = 4096  # the number of files there; they use up kernel memory as well
    cpu: int = 300  # the CPU time of one process, in seconds


@dataclass(frozen=True)
class Budget:
    """The seconds that a submission may use.

    Only those that it uses itself are counted, whether the machine is busy or not; see
    `stopwatch`.
    """

    # the seconds for the first run and the deciding run together. Explaining what is
    # wrong may take another third of this.
    notebook: float = 180.0
    cell: float = 10.0  # the seconds for one cell
    task: float = 30.0  # the seconds for all cases of one task
    case: float = 10.0  # the seconds for one case
