"""Replaces ``lernformer.checks`` where answers are judged elsewhere.

A student's process holds what asks (`probes`), never what knows: this module stands
under the name of the checks there, so that the cells which call them run.
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
    """On no answer: cells that draw a right one draw nothing."""

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
    """Nor practises it."""


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
