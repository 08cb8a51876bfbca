"""What one submission may use. This loads nothing, as nbgrader's settings import it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one submission may use of the machine; for its seconds, see `Budget`.

    Attributes:
        memory: bytes of memory for all its processes together.
        processes: processes and threads at any one time; ``None`` sets no limit.
        file_size: bytes in a single file.
        disk: bytes in all files in /tmp, which are kept in memory.
        files: number of files, which take up kernel memory as well.
        cpu: seconds of computing for one process.
    """

    memory: int = 3 * 2**30
    processes: int | None = 32
    file_size: int = 32 * 2**20
    disk: int = 64 * 2**20
    files: int = 4096
    cpu: int = 300
