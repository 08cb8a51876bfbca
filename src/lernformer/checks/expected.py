"""What an answer should return: the reference's results for the same cases."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lernformer.probes.aspects import FITS
from lernformer.probes.case import Arrays, Case, once


@once
def right(case: Case, expected: Callable) -> Arrays:
    """Return the expected outputs for a case."""
    return expected(case)


def as_reference(answer: Any, probe: Callable) -> Callable[[Case], Arrays]:
    """Return a function that computes the reference's outputs, always in float64.

    Some outputs are random, for example with dropout or in a module with fresh weights.
    The function returns nothing for these, and symptoms judge them instead.
    """

    def expected(case: Case) -> Arrays:
        if case.aspect == FITS or case.setting.startswith("dropout"):
            return {}
        return probe(answer, replace(case, dtype="float64")).values

    return expected
