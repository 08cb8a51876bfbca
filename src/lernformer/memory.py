"""Reuses memory in long training runs: what one step frees, the next one gets.

glibc's allocator, which most Linux systems use, returns large freed blocks to the
system and then has to ask for them again. The system fills each page with zeros, which
costs small training runs up to a tenth of their time.
"""

import contextlib
import ctypes
import gc
import sys
from collections.abc import Iterator

# options of mallopt, with their numbers from malloc.h
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
LARGEST = 2**25  # size in bytes of the largest block to keep; glibc allows no more
MOST = 2**31 - 1  # how many freed bytes to keep at the end of the heap


def keep_freed() -> bool:
    """From now on, let the process keep the memory that it frees.

    Returns:
        Whether the allocator supports this. If not, nothing changes.
    """
    mallopt = None
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None or not mallopt(M_MMAP_THRESHOLD, LARGEST):
        return False
    return bool(mallopt(M_TRIM_THRESHOLD, MOST))


@contextlib.contextmanager
def lasting() -> Iterator[None]:
    """Exempt everything that exists when this closes from garbage collection.

    Collection is also off while this is open. The numbers of a million sentences
    contain no garbage, and searching them for it takes seconds.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()
