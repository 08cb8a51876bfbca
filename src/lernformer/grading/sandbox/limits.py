"""Resource limits of a submission; kept light, as nbgrader's settings import them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The resources that one submission may use; for its time limits, see `Budget`.

    Attributes:
        memory: the bytes of memory for all its processes together.
        processes: the number of processes and threads; ``None`` sets no limit.
        file_size: the bytes in a single file.
        disk: the bytes in all files of a writable folder, such as /tmp.
        files: the number of files there, which take up kernel memory as well.
        cpu: the CPU time of one process, in seconds.
    """

    memory: int = 3 * 2**30
    processes: int | None = 32
    file_size: int = 32 * 2**20
    disk: int = 64 * 2**20
    files: int = 4096
    cpu: int = 300
