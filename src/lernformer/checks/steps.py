"""Finds the steps of a longer task in comments such as ``# 1. count the words``.

The comments are in the reference. The stub, the first hint and the book show the same
steps.
"""

import importlib
import inspect
import re
from collections.abc import Iterator, Sequence

STEP = re.compile(r" *# \d\. (.*)")
MORE = re.compile(r" *# (.*)")


def numbered(lines: Sequence[str], first: int, last: int) -> Iterator[int]:
    """Yield the numbers of lines, ``first`` to ``last``, with comments for steps."""
    inside = False
    for number in range(first, last + 1):
        line = lines[number]
        inside = bool(STEP.match(line) or (inside and MORE.match(line)))
        if inside:
            yield number


def named(code: str) -> list[str]:
    """Return the steps that some code names, one per line and without their numbers."""
    lines, found_steps = code.splitlines(), []
    for number in numbered(lines, 0, len(lines) - 1):
        if found := STEP.match(lines[number]):
            found_steps.append(found[1])
        elif found := MORE.match(lines[number]):
            found_steps[-1] += f" {found[1]}"
    return found_steps


def steps(task_id: str) -> list[str]:
    """Return the steps that a task's reference names; short references have none."""
    slug, name = task_id.split(".")
    chapter = importlib.import_module(f"lernformer.{slug}")
    return named(inspect.getsource(inspect.unwrap(getattr(chapter, name))))
