"""Takes a name that looks like the rest of its line in /proc, and computes forever."""

FIRST = """
import ctypes, os

ctypes.CDLL(None).prctl(15, b") S 0 0\\n\\xff", 0, 0, 0)
for _ in range(3):
    os.fork()
while True:
    pass
"""
SHOWS = "still running after"
