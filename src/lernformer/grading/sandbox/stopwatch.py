"""Counts the seconds that a submission itself uses, however busy the machine is.

We add up the CPU time that the kernel reports. While all processes sleep, we add
wall-clock time instead. While they wait for a processor that others are using, we add
nothing. Without a cgroup, we can't measure processes that end between two measurements.
So if a process has ended since the last measurement, we add wall-clock time as well.
This runs inside the sandbox, in the supervisor; see proc(5).
"""

import contextlib
import os
import time

TICKS = os.sysconf("SC_CLK_TCK")
BUSY = (b"R", b"D")  # states: running (or ready to run) and waiting for the disk


class Stopwatch:
    """Adds up the seconds that processes use, and compares them with a limit.

    Call `start` when the submission begins to compute something, `look` again and again
    while it does, and `stop` afterwards.

    Args:
        counter: the open file `cpu.stat` of the submission's cgroup, if it has one. In
            it, the kernel also counts processes that ended between two measurements.
    """

    def __init__(self, counter: int | None = None):
        self.counter = counter
        self.used, self.limit = 0.0, float("inf")
        self.computed: dict[int, float] = {}
        self.counted = self._count()
        self.looked = time.monotonic()

    def start(self, seconds: float) -> None:
        """Allow this many more seconds from now on."""
        self.limit, self.looked = self.used + seconds, time.monotonic()

    def stop(self, processes: list[int]) -> None:
        self.look(processes, computing=False)
        self.limit = float("inf")

    def look(self, processes: list[int], computing: bool = True) -> bool:
        """Add the seconds since the last call. Return True if the limit is reached.

        If the submission has nothing to compute (``computing`` is False), the seconds
        that it sleeps are not added.
        """
        now, before = time.monotonic(), self.computed
        known = {one: _computed(one) for one in processes}
        self.computed = {one: seconds for one, (seconds, _) in known.items()}
        spent = sum(x - before.get(one, 0.0) for one, x in self.computed.items())
        whole = before.keys() <= known.keys()
        if self.counter is not None:
            counted, self.counted = self.counted, self._count()
            spent, whole = self.counted - counted, True
        if computing and self.limit < float("inf"):
            busy = whole and any(state for _, state in known.values())
            spent = spent if busy else max(spent, now - self.looked)
        self.looked = now
        self.used += spent
        return self.used >= self.limit

    def _count(self) -> float:
        """Return the seconds that the kernel has counted for the cgroup."""
        if self.counter is None:
            return 0.0
        counters = dict(
            line.split()
            for line in os.pread(self.counter, 4096, 0).split(b"\n")
            if line
        )
        return int(counters[b"usage_usec"]) / 1e6


def _computed(process: int) -> tuple[float, bool]:
    """Return a process's CPU time in seconds, and whether any thread is busy."""
    with contextlib.suppress(OSError, ValueError):
        state, *numbers = _stat(f"/proc/{process}/stat")
        seconds = sum(map(int, numbers[10:12])) / TICKS
        if state not in BUSY:
            for thread in os.listdir(f"/proc/{process}/task"):
                if _stat(f"/proc/{process}/task/{thread}/stat")[0] in BUSY:
                    state = b"R"
        return seconds, state in BUSY
    return 0.0, False


def _stat(path: str) -> list[bytes]:
    with open(path, "rb") as file:
        return file.read().rpartition(b")")[2].split()
