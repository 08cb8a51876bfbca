"""Looks for the judge among the processes and tries to end it."""

FIRST = """
import os, signal
print("processes", len([name for name in os.listdir("/proc") if name.isdigit()]))
for pid in range(1, 5000):
    if pid != os.getpid():
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
"""
SHOWS = "processes 2"
