"""Makes links without end, each pointing at a name of four thousand letters."""

FIRST = """
import os
made = 0
for place in ("/tmp", "/dev/shm", "."):
    try:
        for i in range(100_000):
            os.symlink("x" * 4000, f"{place}/link-{i}")
            made += 1
    except OSError:
        pass
for i in range(100_000):  # for the rest of the notebook
    for place in ("/tmp", "/dev/shm", "."):
        try:
            os.unlink(f"{place}/link-{i}")
        except OSError:
            pass
print("few" if made < 20_000 else "many", "were made")
"""
# If the files are on disk, their number stops it, or the time that they take.
SHOWS = "few were made", "stopped for writing more than", "still running after"
