"""Mistakes that a test can make, whatever function it is for."""

from collections.abc import Callable, Mapping

from lernformer.mistakes.common import sign
from lernformer.mistakes.mistake import Catalogue, Mistake
from lernformer.probes.aspects import ACCEPTS, DISTINGUISHES, catches
from lernformer.probes.case import Case, Observation

EVERYWHERE = Catalogue()


@EVERYWHERE.answer(
    "accepts_everything",
    "The test says True for everything, because it doesn't compare what the function "
    "returns with anything.",
    seen="literature",
)
def always_true(candidate):
    """A test is there to be passed."""
    return True


@EVERYWHERE.answer(
    "rejects_everything",
    "The test rejects every function that it was given here, even the correct ones. "
    "They are written differently from yours, so judge them by their results.",
)
def always_false(candidate):
    """A strict test finds every mistake."""
    return False


TOO_STRICT = sign(
    "too_strict",
    "A correct function is rejected, because the test is stricter than the task. The "
    "last digits of decimals may differ, so allow for that with np.allclose.",
    lambda case, seen: bool(seen.values) and case.aspect == ACCEPTS,
)


def missed(wrong: Mapping[str, Callable], id: str, cause: str, *words: str) -> Mistake:
    """A mistake that shows in the first wrong function that the test accepts.

    Raises:
        KeyError: if there is no such function.
    """
    aspects = {catches(each): wrong[each] for each in words}
    plainest = next(iter(wrong)) in words

    def shows(case: Case, seen: Observation) -> bool:
        if not seen.values:
            return False
        first = plainest and case.aspect == DISTINGUISHES
        return case.aspect in aspects or (first and bool(seen.values["results"].all()))

    return sign(id, cause, shows)
