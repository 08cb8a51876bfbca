"""Looks for the judge among the processes and tries to end it."""

FIRST = """
import os, signal
try:
    seen = [name for name in os.listdir("/proc") if name.isdigit()]
except OSError:
    seen = []
print("few" if len(seen) <= 2 else "many", "processes")
for pid in (-1, *range(1, 40_000)):
    if pid != os.getpid():
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
"""
SHOWS = "few processes"
