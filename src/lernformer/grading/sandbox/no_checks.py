"""Replaces ``lernformer.checks`` in a process whose answers are judged elsewhere.

A worker process contains the probes, which run answers, but not the checks, which know
what is right. This module replaces the checks there, so cells that call them still run.
"""

from typing import Any

from lernformer.probes.probing import missing

__all__ = [
    "check",
    "deal",
    "defend",
    "defend_for_points",
    "hint",
    "passed",
    "predict",
    "recheck",
    "repair",
    "reset",
    "reveal",
    "run",
    "status",
]


class Verdict:
    """A verdict that is never right, so cells that draw a right answer draw nothing."""

    passed = works = False
    score = 0.0


def run(task_id: str, answer: Any = None, seed: int | None = None) -> Verdict:
    """Return a verdict that is never right, because nothing is judged here."""
    return Verdict()


def check(task_id: str, answer: Any = None, seed: int | None = None) -> None:
    """Do nothing: the judge checks the answers."""


def hint(task_id: str, level: int = 1) -> None:
    """Do nothing: nobody reads hints while grading."""


def deal(task_id: str, student: str = "", *, show: bool = False) -> Any:
    """Return an answer that is not implemented: no bugs are dealt while grading."""
    return missing(task_id)


def defend(task_id: str, answer: Any = None, seed: int = 0) -> None:
    """Do nothing: nobody is asked about their code while grading."""


def defend_for_points(slug: str, term: str, student: str, letters: Any) -> None:
    """Do nothing: the judge marks these questions from the letters in the notebook."""


def repair(what: Any, bug: int | None = None) -> None:
    """Do nothing: nobody practises repairing code while grading."""


def passed(*answers: Any) -> bool:
    """Return False: no answer is known to be right here, so nothing is drawn."""
    return False


def recheck(on: bool = True) -> None:
    """Do nothing: nobody runs a cell again while grading."""


def status(slug: str = "") -> None:
    """Do nothing: the judge counts the points."""


def reset(task_id: str) -> None:
    """Do nothing: no cell is reset while grading."""


def predict(name: str, choice: int = 0) -> bool:
    """Return False: nobody is there to answer, so nothing is drawn."""
    return False


def reveal(name: str) -> None:
    """Do nothing: nobody compares answers in words while grading."""
