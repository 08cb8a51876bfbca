"""Replaces ``lernformer.checks`` in a process whose answers are judged elsewhere.

A student's process contains the probes, which ask, but not the checks, which know what
is right. This module takes the checks' place there, so cells that call them still run.
"""

from typing import Any

from lernformer.probes.probing import missing

__all__ = [
    "check",
    "deal",
    "defend",
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
    """No verdict is reached here."""
    return Verdict()


def check(task_id: str, answer: Any = None, seed: int | None = None) -> None:
    """Nothing is checked here."""


def hint(task_id: str, level: int = 1) -> None:
    """Nobody reads hints here."""


def deal(task_id: str, student: str = "", *, show: bool = False) -> Any:
    """Nobody looks for bugs here."""
    return missing(task_id)


def defend(task_id: str, answer: Any = None, seed: int = 0) -> None:
    """Nobody is asked about code here."""


def repair(what: Any, bug: int | None = None) -> None:
    """Nobody practises repairing code here."""


def passed(*answers: Any) -> bool:
    """No answer is known to be right here, so nothing is drawn."""
    return False


def recheck(on: bool = True) -> None:
    """Nobody runs a cell again here."""


def status(slug: str = "") -> None:
    """Nobody counts points here."""


def reset(task_id: str) -> None:
    """Nothing is given back here."""


def predict(name: str, choice: int = 0) -> bool:
    """Nobody is there to answer, so draw nothing."""
    return False


def reveal(name: str) -> None:
    """Nothing is compared here."""
