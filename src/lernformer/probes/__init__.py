"""Probes run a student's code and return plain arrays, without knowing the right ones.

The ``PROBE`` in ``probes/<slug>/<task>.py`` runs the answers to that task. A chapter's
tasks are listed in the ``__all__`` of its module. During grading, the probes are the
only part of the checks that the student's process can see
(`grading.sandbox.visible_files`). So nothing here imports from `mistakes` or `checks`,
and nothing here gives away an answer.
"""

import importlib
import importlib.util
from functools import cache

from lernformer import CHAPTERS
from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

__all__ = ["names", "probe", "tasks"]


def names(slug: str) -> tuple[str, ...]:
    """Return the names of a chapter's tasks, in the order of its ``__all__``."""
    return tuple(importlib.import_module(f"lernformer.{slug}").__all__)


@cache
def tasks() -> tuple[str, ...]:
    """Return the ids of all tasks, ``"<slug>.<name>"``, in the order of the course."""
    return tuple(f"{slug}.{name}" for slug in CHAPTERS for name in names(slug))


@cache
def probe(task_id: str) -> Probe:
    """Return a task's probe; without a file, that is the probe for NumPy functions."""
    module = f"{__name__}.{task_id}"
    if importlib.util.find_spec(module) is None:
        return Probe(task_id, probe_numpy)
    return importlib.import_module(module).PROBE
