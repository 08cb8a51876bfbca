"""What one submission may use of the machine. It loads nothing: settings import it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one submission may use; its seconds are in `Budget`.

    Attributes:
        memory: bytes, of all its processes together.
        processes: processes and threads at one time; ``None`` sets no limit.
        file_size: bytes of one file.
        disk: bytes of all files in /tmp, which lie in memory.
        files: how many files there may be; the kernel keeps these in memory, too.
        cpu: seconds of computing for one process.
    """

    memory: int = 3 * 2**30
    processes: int | None = 32
    file_size: int = 32 * 2**20
    disk: int = 64 * 2**20
    files: int = 4096
    cpu: int = 300
