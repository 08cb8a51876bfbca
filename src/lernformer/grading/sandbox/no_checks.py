"""Replaces ``lernformer.checks`` in a process whose answers are judged elsewhere.

A worker process contains the probes, which run the answers. It doesn't contain the
checks, because they know what is right. This module takes their place there, so that
cells which call the checks still run.
"""

from typing import Any

from lernformer.probes.probing import missing

__all__ = [
    "check", "deal", "defend", "defend_for_points", "hint", "passed", "predict",
    "recheck", "repair", "reset", "reveal", "run", "status",
]  # fmt: skip


class Verdict:
    """A verdict that is never right, so that cells draw nothing for a right answer."""

    passed = works = False
    score = 0.0


def run(task_id: str, answer: Any = None, seed: int | None = None) -> Verdict:
    """Return a verdict that is never right, because nothing is judged here."""
    return Verdict()


def deal(task_id: str, student: str = "", *, show: bool = False) -> Any:
    """Return an unimplemented answer, because no bugs are dealt while grading."""
    return missing(task_id)


def nothing(*_: Any, **__: Any) -> None:
    """Do nothing. The judge checks the answers, and nobody reads hints or replies."""


check = defend = defend_for_points = hint = recheck = nothing
repair = reset = reveal = status = nothing


def passed(*_: Any, **__: Any) -> bool:
    """Return False, so that nothing is drawn: no answer is known to be right here."""
    return False


predict = passed  # nobody is here to make a prediction
