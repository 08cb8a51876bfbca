"""Questions that code can't answer: what students expect a figure to show.

There is one module per chapter; ``"<slug>.<name>"`` finds a question in its
``QUESTIONS``. These contain the answers, so student code can't see them in grading.
"""

import importlib
from dataclasses import dataclass

from lernformer import CHAPTERS

__all__ = ["Question", "every", "question"]


@dataclass(frozen=True)
class Question:
    """A question to answer before a cell draws.

    Attributes:
        ask: the question.
        choices: possible answers, in the order in which they are shown.
        right: the index of the right one.
        told: what the drawing shows, and why.
    """

    ask: str
    choices: tuple[str, ...]
    right: int
    told: str


def every(slug: str) -> dict[str, Question]:
    """Return the questions of a chapter, keyed by name."""
    return importlib.import_module(f"{__name__}.{slug}").QUESTIONS


def question(name: str) -> Question:
    """Return the question with this name; raise ``ValueError`` if there is none."""
    slug, _, own = name.partition(".")
    known = every(slug) if slug in CHAPTERS else {}
    if own not in known:
        there = [f"{slug}.{one}" for one in known] or list(CHAPTERS)
        raise ValueError(f"no question {name!r}; there are {', '.join(there)}")
    return known[own]
