"""Counts the cores that this process may use, not those that the machine has.

A container, a systemd unit or `taskset` may allow this process fewer cores than the
machine has; see cgroups(7) and sched_setaffinity(2). If we started a worker for each of
the machine's cores anyway, the workers would only take turns, and each of them would
need memory for its own submission.
"""

import math
import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")


def cores(root: Path = ROOT, own: Path = OWN) -> int:
    """Return the number of cores that affinity and all quotas allow, at least one."""
    if hasattr(os, "sched_getaffinity"):
        found = len(os.sched_getaffinity(0))
    else:
        found = os.cpu_count() or 1
    return max(1, min([found, *(math.ceil(quota) for quota in _quotas(root, own))]))


def _quotas(root: Path, own: Path) -> Iterator[float]:
    """Yield the quotas of this process's cgroups (versions 1 and 2), in cores."""
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, name = line.split(":", 2)
        if not controllers:
            base, files = root, ["cpu.max"]
        elif "cpu" in controllers.split(","):
            base, files = root / "cpu", ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
        else:
            continue
        group = base / name.strip("/")
        for folder in (group, *group.parents):
            if not folder.is_relative_to(base):
                break
            try:
                texts = [(folder / file).read_text() for file in files]
                quota, period = " ".join(texts).split()
                if quota not in ("max", "-1"):
                    yield int(quota) / int(period)
            except (OSError, ValueError, ZeroDivisionError):
                continue
