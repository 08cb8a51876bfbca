"""Resource limits of a submission. Loads nothing, as nbgrader's settings import it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The resources that one submission may use; for its time limits, see `Budget`.

    Attributes:
        memory: the bytes of memory for all its processes together.
        processes: the processes and threads at any one time; ``None`` sets no limit.
        file_size: the bytes in a single file.
        disk: the bytes in all files in /tmp, which are kept in memory.
        files: the number of files, which take up kernel memory as well.
        cpu: the seconds of computing for one process.
    """

    memory: int = 3 * 2**30
    processes: int | None = 32
    file_size: int = 32 * 2**20
    disk: int = 64 * 2**20
    files: int = 4096
    cpu: int = 300
