"""Whom to blame when an answer calls the student's own answers to earlier tasks."""

from collections.abc import Callable
from dataclasses import replace

from lernformer.checks.verdict import Verdict

# If the student's function has a different signature or different attributes, the
# reference cannot replace it, and the reference's errors say nothing about the answer.
_DOES_NOT_FIT = ("raises TypeError", "raises AttributeError")


def fairer(
    own: Verdict, given: Verdict, used: list[str], wrong: Callable[[str], bool]
) -> Verdict:
    """The better of two verdicts on an answer, and whom the student should blame.

    Args:
        own: with the student's own answers to earlier tasks.
        given: with the reference in their place.
        used: their names, in the order of the tasks.
        wrong: whether one of them is wrong by itself; only asked where it matters.
    """
    same = given.score == own.score
    if given.score < own.score or (same and given.symptom == own.symptom):
        return own
    # The first one is the root: those after it may only be wrong because of it.
    culprit = next(filter(wrong, used), None)
    misfit = given.symptom.startswith(_DOES_NOT_FIT) and own.mistake != "unfinished"
    if same and (culprit is None or misfit):
        return own
    return replace(given, held_up_by=tuple(used) if culprit is None else (culprit,))
