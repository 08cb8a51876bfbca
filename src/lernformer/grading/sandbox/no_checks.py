"""Replaces ``lernformer.checks`` in a process whose answers are judged elsewhere.

A worker process contains the probes, which run answers, but not the checks, which know
what is right. This module replaces the checks there, so cells that call them still run.
"""

from typing import Any

from lernformer.probes.probing import missing

__all__ = [
    "check", "deal", "defend", "defend_for_points", "hint", "passed", "predict",
    "recheck", "repair", "reset", "reveal", "run", "status",
]  # fmt: skip


class Verdict:
    """A verdict that is never right, so cells that draw a right answer draw nothing."""

    passed = works = False
    score = 0.0


def run(task_id: str, answer: Any = None, seed: int | None = None) -> Verdict:
    """Return a verdict that is never right, because nothing is judged here."""
    return Verdict()


def deal(task_id: str, student: str = "", *, show: bool = False) -> Any:
    """Return an answer that is not implemented: no bugs are dealt while grading."""
    return missing(task_id)


def nothing(*_: Any, **__: Any) -> None:
    """Do nothing: the judge checks the answers, and nobody reads a hint or a reply."""


check = defend = defend_for_points = hint = recheck = nothing
repair = reset = reveal = status = nothing


def passed(*_: Any, **__: Any) -> bool:
    """Return False: no answer is known to be right here, so nothing is drawn."""
    return False


predict = passed  # nobody is there to answer
