"""What an answer should return: the reference's results for the same cases."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lernformer.probes.case import Arrays, Case, once


@once
def right(case: Case, expected: Callable) -> Arrays:
    """Return the expected outputs for a case."""
    return expected(case)


def as_reference(answer: Any, probe: Callable) -> Callable[[Case], Arrays]:
    """Return a function that computes the reference's outputs, always in float64."""
    return lambda case: probe(answer, replace(case, dtype="float64")).values


def without_dropout(probe: Callable, answer: Any) -> Callable[[Case], Arrays]:
    """Like `as_reference`, but expect nothing with dropout; a symptom judges that."""

    def expected(case: Case) -> Arrays:
        if case.setting.startswith("dropout"):
            return {}
        return probe(answer, replace(case, dtype="float64")).values

    return expected
