"""Fills a folder whose path is longer than any name that the kernel accepts."""

FIRST = """
import os, time
here = os.getcwd()
made = 0
try:
    for _ in range(30):
        os.mkdir("a" * 200)
        os.chdir("a" * 200)
    while made < 200:
        with open(f"{made}", "wb") as file:
            file.write(bytes(2**20))
        made += 1
except OSError:
    pass
time.sleep(0.5)
print("few" if made < 100 else "many", "were made")
for i in range(made + 1):  # for the rest of the notebook
    os.unlink(f"{i}")
os.chdir(here)
"""
# If the files are on disk, it is stopped.
SHOWS = "few were made", "stopped for writing more than", "still running after"
