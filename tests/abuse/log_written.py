"""Writes to every descriptor that it can reach, for the next submission to read."""

FIRST = """
import glob, os, stat
reached = []
for path in glob.glob("/proc/[0-9]*/fd/*") + glob.glob("/proc/self/fd/*"):
    try:
        with open(path, "ab") as file:
            if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                file.write(b"right code")
                reached.append(os.readlink(path))
    except OSError:
        pass
print("reached", reached)
"""
SHOWS = "reached []"
