"""Takes a name that is not text, and then memory in many processes."""

FIRST = """
import ctypes, os, time

ctypes.CDLL(None).prctl(15, b"\\xff\\xfe\\xfd", 0, 0, 0)
for _ in range(6):
    if os.fork() == 0:
        held = b"x" * 320_000_000
        time.sleep(100)
else:
    time.sleep(100)
"""
SHOWS = "of memory"
