"""Shares memory through /dev/zero and releases the pages, which stay."""

FIRST = """
import mmap, os
held = 0
try:
    file = os.open("/dev/zero", os.O_RDWR)
    kept = mmap.mmap(file, 2**28, flags=mmap.MAP_SHARED)
    for i in range(0, 2**28, 4096):
        kept[i] = 1
    kept.madvise(mmap.MADV_DONTNEED)
    held = 2**28
except OSError:
    pass
print("held", held)
"""
SHOWS = "held 0"
