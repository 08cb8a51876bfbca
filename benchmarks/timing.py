"""Measures several ways of doing the same thing, side by side."""

import statistics
import time
from collections.abc import Callable

import torch

# A library's threads may keep spinning and disturb the next contestant, which is the
# same one in every round.
PAUSE = 0.3  # seconds


def side_by_side(
    contestants: dict[str, Callable[[], object]],
    rounds: int,
    device: torch.device | None = None,
    repeats: int = 1,
) -> dict[str, list[float]]:
    """Return the seconds that each contestant takes, once per round.

    The contestants take turns, and each round starts with a different one, so other
    work on the machine affects all of them equally. A first round for warming up isn't
    kept.

    Args:
        contestants: functions to measure, by name; all do the same work.
        rounds: number of rounds to keep.
        device: the device to wait for, if it is a GPU.
        repeats: how many times a contestant runs in its turn; the seconds are the mean.
    """
    names = list(contestants)
    seconds = {name: [] for name in names}
    for turn in range(rounds + 1):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            time.sleep(PAUSE)
            began = time.perf_counter()
            for _ in range(repeats):
                contestants[name]()
            if device is not None and device.type == "cuda":
                torch.cuda.synchronize(device)
            seconds[name].append((time.perf_counter() - began) / repeats)
    return {name: taken[1:] for name, taken in seconds.items()}


def compare(seconds: dict[str, list[float]], ours: str = "ours") -> dict[str, dict]:
    """Return medians, and the ratio of each contestant's time to ours.

    The ratio is the median of the ratios in each round. Its quartiles show how far you
    can trust it.
    """
    compared = {}
    for name, taken in seconds.items():
        compared[name] = {"median_seconds": round(statistics.median(taken), 6)}
        if name != ours:
            ratios = [a / b for a, b in zip(taken, seconds[ours], strict=True)]
            low, middle, high = statistics.quantiles(ratios, n=4)
            compared[name] |= {
                "ratio": round(middle, 3),
                "quartiles": [round(low, 3), round(high, 3)],
                "rounds": len(ratios),
            }
    return compared
