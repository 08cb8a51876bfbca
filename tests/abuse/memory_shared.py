"""Holds shared memory that is no longer in any process; the answers are right."""

FIRST = """
import mmap
held = []
for flags in (mmap.MAP_SHARED, mmap.MAP_SHARED | 0x40000):
    for _ in range(40):
        try:
            kept = mmap.mmap(-1, 2**26, flags=flags | mmap.MAP_ANONYMOUS)
        except OSError:
            break
        for i in range(0, 2**26, 4096):
            kept[i] = 1
        kept.madvise(mmap.MADV_DONTNEED)
        held.append(kept)
print("held", len(held))
"""
SHOWS = "held 0"
