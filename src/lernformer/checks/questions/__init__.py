"""What no code answers: what a student expects of a figure before it is drawn.

One module a chapter, whose ``QUESTIONS`` are found by ``"<slug>.<name>"``. They know
the answers, so they are kept with the checks, and no grading process holds them.
"""

import importlib
from dataclasses import dataclass

from lernformer import CHAPTERS

__all__ = ["Question", "every", "question"]


@dataclass(frozen=True)
class Question:
    """A question to be answered before a cell draws.

    Attributes:
        ask: the question.
        choices: possible answers, in the order in which they are shown.
        right: the place of the right one.
        told: what the drawing shows, and why.
    """

    ask: str
    choices: tuple[str, ...]
    right: int
    told: str


def every(slug: str) -> dict[str, Question]:
    """The questions of a chapter, by name."""
    return importlib.import_module(f"{__name__}.{slug}").QUESTIONS


def question(name: str) -> Question:
    """The question of that name; ``ValueError`` says which there are."""
    slug, _, own = name.partition(".")
    known = every(slug) if slug in CHAPTERS else {}
    if own not in known:
        there = [f"{slug}.{one}" for one in known] or list(CHAPTERS)
        raise ValueError(f"no question {name!r}; there are {', '.join(there)}")
    return known[own]
