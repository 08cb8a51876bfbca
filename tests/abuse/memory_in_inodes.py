"""Makes empty files without end, each a kilobyte of the kernel's."""

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
# Where the disk holds them it is stopped: by their number, or by the time they take.
SHOWS = "few were made", "stopped for writing more than", "still running after"
