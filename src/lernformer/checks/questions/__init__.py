"""Questions that code can't answer, about what students expect a figure to show.

There is one text per chapter. Each question has a name, its choices, with ``+`` in
front of the right one, and what the drawing shows and why. Continuation lines are
indented.

    chance_falls: The number of features d grows from 4 to 1,024, by a factor of 256. By
      what factor does the chance similarity fall?
    - by 256, as d grows
    + by 16, the root of 256
    - hardly at all: chance is chance
    The chance similarity is 1/√d. In the cosine, a sum of d products of either sign
      grows as √d.

These texts contain the answers, so student code can't see them during grading.
"""

from dataclasses import dataclass
from pathlib import Path

from lernformer import CHAPTERS

__all__ = ["Question", "every", "question"]


@dataclass(frozen=True)
class Question:
    """A question to answer before a cell draws.

    Attributes:
        ask: the question.
        choices: possible answers, in the order in which to show them.
        right: the index of the right answer.
        reason: what the drawing shows, and why.
    """

    ask: str
    choices: tuple[str, ...]
    right: int
    reason: str


def every(slug: str) -> dict[str, Question]:
    """Return the questions of a chapter, keyed by name."""
    text = Path(__file__).with_name(f"{slug}.txt").read_text("utf-8")
    return dict(map(_read, text.strip().split("\n\n")))


def _read(block: str) -> tuple[str, Question]:
    first, *choices, reason = block.replace("\n  ", " ").splitlines()
    name, _, ask = first.partition(": ")
    (right,) = (i for i, choice in enumerate(choices) if choice.startswith("+ "))
    return name, Question(ask, tuple(x[2:] for x in choices), right, reason)


def question(name: str) -> Question:
    """Return the question with this name; raise ``ValueError`` if there is none."""
    slug, _, own = name.partition(".")
    known = every(slug) if slug in CHAPTERS else {}
    if own not in known:
        there = [f"{slug}.{one}" for one in known] or list(CHAPTERS)
        raise ValueError(f"no question {name!r}; there are {', '.join(there)}")
    return known[own]
