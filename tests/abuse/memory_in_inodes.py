"""Makes empty files without end, each of which takes a kilobyte of kernel memory."""

FIRST = """
import os
made = 0
for place in ("/tmp", "/dev/shm", "."):
    try:
        for i in range(100_000):
            os.close(os.open(f"{place}/empty-{i}", os.O_CREAT))
            made += 1
    except OSError:
        pass
for i in range(10_000):  # for the rest of the notebook
    for place in ("/tmp", "/dev/shm", "."):
        try:
            os.unlink(f"{place}/empty-{i}")
        except OSError:
            pass
print("few" if made < 20_000 else "many", "were made")
"""
# If the files are on disk, their number stops it, or the time that they take.
SHOWS = "few were made", "stopped for writing more than", "still running after"
