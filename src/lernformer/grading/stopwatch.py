"""The seconds that a submission uses itself, however busy the machine is.

What its processes compute counts as the kernel counts it. While all of them sleep, the
clock on the wall counts. While they wait for a processor that others have, nothing
does. What ends between two looks is seen by nobody; so where a process has ended since
the last one, the clock counts, too. Runs inside of the sandbox, in the keeper; see
proc(5).
"""

import contextlib
import os
import time

TICKS = os.sysconf("SC_CLK_TCK")
BUSY = ("R", "D")  # states of who runs or would: waits for a processor or the disk


class Stopwatch:
    """Adds up what processes use.

    Attributes:
        used: seconds so far.
        limit: at how many it is enough, while a question is open.
    """

    def __init__(self):
        self.used, self.limit = 0.0, float("inf")
        self.computed: dict[int, float] = {}
        self.looked = time.monotonic()

    def start(self, seconds: float) -> None:
        """Stop at so many more seconds."""
        self.limit, self.looked = self.used + seconds, time.monotonic()

    def stop(self, processes: list[int]) -> None:
        self.look(processes, asked=False)
        self.limit = float("inf")

    def look(self, processes: list[int], asked: bool = True) -> bool:
        """Count what was used since the last look; whether it is enough.

        Args:
            processes: those of the submission that live.
            asked: whether sleeping counts.
        """
        now, before = time.monotonic(), self.computed
        known = {one: _computed(one) for one in processes}
        self.computed = {one: seconds for one, (seconds, _) in known.items()}
        spent = sum(x - before.get(one, 0.0) for one, x in self.computed.items())
        if asked and self.limit < float("inf"):
            busy = any(state for _, state in known.values())
            busy = busy and before.keys() <= known.keys()
            spent = spent if busy else max(spent, now - self.looked)
        self.looked = now
        self.used += spent
        return self.used >= self.limit


def _computed(process: int) -> tuple[float, bool]:
    """Its seconds of computing, and whether any of its threads would go on."""
    with contextlib.suppress(OSError, ValueError):
        state, *numbers = _stat(f"/proc/{process}/stat")
        seconds = sum(map(int, numbers[10:12])) / TICKS
        if state not in BUSY:
            for thread in os.listdir(f"/proc/{process}/task"):
                if _stat(f"/proc/{process}/task/{thread}/stat")[0] in BUSY:
                    state = "R"
        return seconds, state in BUSY
    return 0.0, False


def _stat(path: str) -> list[str]:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().rpartition(")")[2].split()
