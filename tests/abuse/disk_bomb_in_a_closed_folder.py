"""Fills a folder that cannot be listed, so that nobody counts what is in it."""

FIRST = """
import os, time
os.mkdir("closed", 0o300)
made = 0
try:
    while made < 200:
        with open(f"closed/{made}", "wb") as file:
            file.write(bytes(2**20))
        made += 1
except OSError:
    pass
time.sleep(0.5)
print("few" if made < 100 else "many", "were made")
for i in range(made + 1):  # for the rest of the notebook
    os.unlink(f"closed/{i}")
"""
# If the files are on disk, it is stopped.
SHOWS = "few were made", "stopped for writing more than", "still running after"
