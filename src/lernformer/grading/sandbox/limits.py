"""What one submission may use of the machine. Loads nothing: settings begin here."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one submission may use; its seconds are the `Budget`'s.

    Attributes:
        memory: bytes, of all its processes together.
        processes: processes and threads at one time; ``None`` sets no limit.
        file_size: bytes of one file.
        disk: bytes of all files in /tmp, which lie in memory.
        files: how many there may be, which the kernel keeps in memory, too.
        cpu: seconds of computing of one process.
    """

    memory: int = 3 * 2**30
    processes: int | None = 32
    file_size: int = 32 * 2**20
    disk: int = 64 * 2**20
    files: int = 4096
    cpu: int = 300
