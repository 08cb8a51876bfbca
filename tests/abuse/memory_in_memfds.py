"""Holds memory in files without a name; the answers are right."""

FIRST = """
import ctypes, os
held = []
for make in (
    lambda: os.memfd_create("x"),
    lambda: ctypes.CDLL(None, use_errno=True).memfd_create(b"x", 4),  # huge pages
):
    try:
        while (file := make()) >= 0 and len(held) < 200:
            os.truncate(file, 2**30)
            held.append(os.pwrite(file, bytes(2**23), 0))
    except OSError:
        pass
print("held", sum(held))
"""
SHOWS = "held 0"
