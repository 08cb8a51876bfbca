"""Mistakes that any test of a function can show, whatever the function."""

from collections.abc import Callable, Mapping

from lernformer.mistakes.common import sign
from lernformer.mistakes.mistake import Catalogue, Mistake
from lernformer.probes.aspects import ACCEPTS, TELLS, catches
from lernformer.probes.case import Case, Observation

EVERYWHERE = Catalogue()


@EVERYWHERE.answer(
    "accepts_everything",
    "it says True of everything: what the function gives is compared with nothing.",
    seen="literature",
)
def always_true(candidate):
    """A test is there to be passed."""
    return True


@EVERYWHERE.answer(
    "rejects_everything",
    "it rejects every function that it was given here, the right ones as well. They "
    "are written in other ways than yours: judge them by their results.",
)
def always_false(candidate):
    """A strict test finds every mistake."""
    return False


TOO_STRICT = sign(
    "too_strict",
    "a right function is rejected: numbers differ in their last digits, for which "
    "np.allclose allows, or it is asked for more than its task says.",
    lambda case, seen: bool(seen.values) and case.aspect == ACCEPTS,
)


def missed(wrong: Mapping[str, Callable], id: str, cause: str, *words: str) -> Mistake:
    """Known by which of the wrong functions is the first to be accepted.

    Raises:
        KeyError: if there is no such function.
    """
    aspects = {catches(each): wrong[each] for each in words}
    plainest = next(iter(wrong)) in words

    def shows(case: Case, seen: Observation) -> bool:
        if not seen.values:
            return False
        told = plainest and case.aspect == TELLS
        return case.aspect in aspects or (told and bool(seen.values["results"].all()))

    return sign(id, cause, shows)
