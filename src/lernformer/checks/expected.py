"""What is expected of an answer: the reference, asked as the answer is."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lernformer.probes.case import Arrays, Case, once


@once
def right(case: Case, expected: Callable) -> Arrays:
    """What is expected for a case."""
    return expected(case)


def as_reference(answer: Any, probe: Callable) -> Callable[[Case], Arrays]:
    """What the reference gives for a case, in float64 whatever the case's dtype."""
    return lambda case: probe(answer, replace(case, dtype="float64")).values


def without_dropout(probe: Callable, answer: Any) -> Callable[[Case], Arrays]:
    """What the reference gives; with dropout its average, judged by a symptom."""

    def expected(case: Case) -> Arrays:
        if case.setting.startswith("dropout"):
            return {}
        return probe(answer, replace(case, dtype="float64")).values

    return expected
