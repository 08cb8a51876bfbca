"""Opens the files of the first process, where the log once was."""

FIRST = """
import glob, os
opened = []
for number in {1, os.getppid()} - {os.getpid()}:
    for name in ("environ", "mem", "maps", "cwd/x", "exe", "auxv", "stack"):
        try:
            open(f"/proc/{number}/{name}", "rb").read(1)
            opened.append(f"{number}/{name}")
        except OSError:
            pass
    try:
        opened += os.listdir(f"/proc/{number}/fd")
    except OSError:
        pass
print("opened", opened)
"""
SHOWS = "opened []"
