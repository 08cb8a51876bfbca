"""Resource limits of a submission; kept light, as nbgrader's settings import them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The resources that one submission may use; for its time limits, see `Budget`."""

    memory: int = 3 * 2**30  # the bytes of memory for all its processes together
    # the number of processes and threads; ``None`` sets no limit
    processes: int | None = 32
    file_size: int = 32 * 2**20  # the bytes in a single file
    disk: int = 64 * 2**20  # the bytes in all files of a writable folder, such as /tmp
    files: int = 4096  # the number of files there, which take up kernel memory as well
    cpu: int = 300  # the CPU time of one process, in seconds
