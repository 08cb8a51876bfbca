"""Memory of a long training: what one step frees, the next one gets.

The allocator of most Linux systems, glibc's, hands large blocks that are freed back to
the system, and has to ask for them again. The system gives each page filled with zeros,
which costs a small training up to a tenth of its time.
"""

import contextlib
import ctypes
import gc
import sys
from collections.abc import Iterator

# of mallopt, with their numbers in malloc.h
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
LARGEST = 2**25  # bytes of a block that is kept: glibc allows no more
MOST = 2**31 - 1  # bytes at the end of the heap, all freed, that are kept


def keep_freed() -> bool:
    """From now on, let the process keep what it frees.

    Returns:
        Whether the allocator can; where it cannot, nothing changes.
    """
    mallopt = None
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None or not mallopt(M_MMAP_THRESHOLD, LARGEST):
        return False
    return bool(mallopt(M_TRIM_THRESHOLD, MOST))


@contextlib.contextmanager
def lasting() -> Iterator[None]:
    """What is there when this closes lasts: Python looks for no garbage in it any more.

    Nor does it while this is open. Among the numbers of a million sentences there is
    none, and looking takes seconds.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()
