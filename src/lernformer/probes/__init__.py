"""What asks: runs a student's code and brings back plain arrays; knows no answer.

One file a task, ``probes/<slug>/<task>.py``, whose ``PROBE`` is how that task's answers
are asked. This is the only part of the checks that a student's process holds while it
is graded (`grading.view`). So nothing in here imports from `mistakes` or `checks`, and
nothing in here is a right answer.
"""

import importlib
from functools import cache

from lernformer import CHAPTERS
from lernformer.probes.case import Probe

__all__ = ["names", "probe", "tasks"]


def names(slug: str) -> tuple[str, ...]:
    """The names of a chapter's tasks, in their order."""
    return importlib.import_module(f"{__name__}.{slug}").TASKS


@cache
def tasks() -> tuple[str, ...]:
    """The ids of all tasks, ``"<slug>.<name>"``, in the order of the course."""
    return tuple(f"{slug}.{name}" for slug in CHAPTERS for name in names(slug))


def probe(task_id: str) -> Probe:
    """How the answers to a task are asked."""
    return importlib.import_module(f"{__name__}.{task_id}").PROBE
