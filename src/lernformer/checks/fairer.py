"""Decides which answer to blame if an answer calls the student's earlier ones."""

from collections.abc import Callable
from dataclasses import replace

from lernformer.checks.verdict import Verdict

# The student's earlier function may have a different signature or different attributes.
# In that case, the reference can't replace it, and its errors say nothing about the
# answer.
_DOES_NOT_FIT = ("raises TypeError", "raises AttributeError")


def fairer(
    own: Verdict, given: Verdict, used: list[str], wrong: Callable[[str], bool]
) -> Verdict:
    """Return the better of two verdicts, with the earlier answers to blame.

    Args:
        own: the verdict with the student's own answers to earlier tasks.
        given: the verdict with the reference's answers instead.
        used: the names of those earlier answers, in the order of the tasks.
        wrong: a function that returns whether an earlier answer is wrong. It is called
            only if needed.
    """
    same = given.score == own.score
    if given.score < own.score or (same and given.symptom == own.symptom):
        return own
    # Blame the first one that is wrong: the others may be wrong only because of it.
    culprit = next(filter(wrong, used), None)
    misfit = given.symptom.startswith(_DOES_NOT_FIT) and own.mistake != "unfinished"
    if same and (culprit is None or misfit):
        return own
    return replace(given, blocked_by=tuple(used) if culprit is None else (culprit,))
