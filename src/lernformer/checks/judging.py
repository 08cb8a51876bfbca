"""Turns observations into a verdict, without running any of the student's code."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from lernformer.checks.expected import right
from lernformer.checks.symptoms import not_finite
from lernformer.checks.task import Task
from lernformer.checks.verdict import Verdict
from lernformer.mistakes.common import GENERAL, KEPT
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.aspects import CATCHES, DTYPE, LARGE, PURE
from lernformer.probes.case import Arrays, Case, Observation, once
from lernformer.probes.values import Unusable, agree

# what a wrong answer raises if shapes don't match or it divides by 0
CANNOT = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    Unusable,
    ValueError,
)
FEW = 3  # up to this many different numbers may be equal by chance
LONG = 150  # the most characters of an input to repeat in a verdict
SHORT = 20  # up to this many whole numbers may match another case's by chance
STUCK = {  # kinds of trouble that can be understood without a cause
    "unfinished": "unfinished",
    "ready-made": "ready_made",
    "timeout": "endless_loop",
}
NO_RETURN = "is the return statement missing?"  # added if the answer returned None


class Failure(NamedTuple):
    """A case in which an answer is wrong.

    Attributes:
        case: the case.
        seen: what the answer returned.
        symptom: what is wrong, in words and numbers.
    """

    case: Case
    seen: Observation
    symptom: str


@np.errstate(all="ignore")  # a wrong answer may overflow
def judge(
    task: Task,
    cases: list[Case],
    observations: list[Observation],
    seed: int,
    printed: str = "",
) -> Verdict:
    """Score the observations and explain the first thing that is wrong.

    An aspect earns its share of the score if the answer gets all of its cases right.
    An answer may decline optional cases. If it declines all the cases of an aspect,
    that aspect earns nothing, but it isn't reported as wrong either. If the essential
    aspect, which comes first, earns nothing, the score is 0.
    """
    failures, passes, aspects = compared(task, cases, observations)
    essential = next(iter(task.aspects))
    if aspects[essential] is False:
        aspects = dict.fromkeys(task.aspects) | {essential: False}
    earned = sum(share for aspect, share in task.aspects.items() if aspects[aspect])
    score = earned / sum(task.aspects.values())
    if not failures:
        return Verdict(task.id, aspects, score=score, seed=seed, printed=printed)

    case, observed, symptom = failures[0]
    together = [one for one in failures if one.case.aspect == case.aspect]
    mistake = None
    if observed.kind not in STUCK:
        mistake = _recognise(task, [(x.case, x.seen) for x in together], passes)
    if mistake and NO_RETURN in observed.trouble and "return" not in mistake.id:
        mistake = None  # nothing else is the cause of a missing return
    others: dict[str, str] = {}
    for one in failures:
        if _is_its_own(one, together) and aspects[one.case.aspect] is False:
            others.setdefault(one.case.aspect, one.symptom)
    wrong = [aspect for aspect, ok in aspects.items() if ok is False]
    if aspects[essential] is False:
        wrong = [*task.aspects]
    waits = [x for x in wrong if x != case.aspect and x not in others]
    return Verdict(
        task.id,
        aspects | dict.fromkeys(waits),
        score=score,
        seed=seed,
        aspect=case.aspect,
        symptom=symptom if observed.trouble else symptom + _inputs(case),
        mistake=mistake.id if mistake else STUCK.get(observed.kind),
        cause=mistake.cause if mistake else "",
        printed=printed,
        others=others,
        waits=tuple(waits),
    )


def compared(
    task: Task, cases: list[Case], observations: list[Observation]
) -> tuple[list[Failure], "Seen", dict[str, bool | None]]:
    """Return the failures, the passes, and whether all cases of each aspect are right.

    If the answer declines all cases of an aspect, this is ``None`` instead.
    """
    failures: list[Failure] = []
    passes: Seen = []
    aspects: dict[str, bool | None] = dict.fromkeys(task.aspects)
    for drawn, observed in zip(cases, observations, strict=True):
        case = task.adapt(drawn, observed.facts)
        observed = replace(observed, values=task.counted(case, observed.values))
        if _declines(task, case, observed):
            continue
        if symptom := _symptom(task, case, observed):
            failures.append(Failure(case, observed, symptom))
            aspects[case.aspect] = False
        else:
            passes.append((case, observed))
            if aspects[case.aspect] is None:
                aspects[case.aspect] = True
    return failures, passes, aspects


def _is_its_own(one: Failure, first: list[Failure]) -> bool:
    """Return True if a failure must have a different cause from the first failure.

    Wrong numbers, wrong shapes and errors may all follow from the first mistake. Some
    failures can't: a student's test accepts a wrong function, an input is overwritten,
    a dtype is lost, or numbers overflow only where the scores are large.
    """
    case, seen = one.case, one.seen
    if one in first:
        return False
    if case.aspect.startswith(CATCHES):
        return True
    if case.aspect == PURE:
        return bool(seen.facts.get("modified"))
    if case.aspect == DTYPE:
        return f" {case.dtype} but " in one.symptom
    return case.aspect == LARGE and _ran_over(seen) and not any(map(_ran_over, first))


def _ran_over(found: Observation | Failure) -> bool:
    seen = found.seen if isinstance(found, Failure) else found
    return any(not np.isfinite(x).all() for x in seen.values.values())


def _inputs(case: Case) -> str:
    """Return the inputs, if there are few enough to calculate with by hand."""
    inputs = {name: np.asarray(x) for name, x in case.inputs.items()}
    if any(x.ndim > 1 or x.size > 6 or len(str(x)) > LONG for x in inputs.values()):
        return ""
    shown = (f"{name} = {_written(x)}" for name, x in inputs.items())
    return f" for {', '.join(shown)}"


def _written(x: np.ndarray) -> str:
    """Return a value as Python code, but a list of words as JSON."""
    if x.dtype.kind == "U":
        is_json = x.ndim == 0 and str(x).startswith(("[", "{"))
        return str(x) if is_json else json.dumps(x.tolist(), ensure_ascii=False)
    return numbers(x) if x.ndim else str(x)


def _declines(task: Task, case: Case, observed: Observation) -> bool:
    """Return True if an answer raises or changes shapes where the case is optional."""
    if not case.optional:
        return False
    if observed.trouble:
        return observed.kind == "error"
    shapes = {name: x.shape for name, x in right(case, task.expected).items()}
    got = {name: x.shape for name, x in observed.values.items()}
    return all(name in got for name in shapes) and any(
        got[name] != shape for name, shape in shapes.items()
    )


def _symptom(task: Task, case: Case, observed: Observation) -> str | None:
    """Return what is wrong with an observation, in words and numbers, or ``None``."""
    if observed.trouble:
        return observed.trouble
    expected = right(case, task.expected)
    if missing := expected.keys() - observed.values.keys():
        return f"there is no {min(missing)}"
    for name, want in expected.items():
        if symptom := _wrong_shape(name, observed.values[name], want, case):
            return symptom
    symptom = None
    for find in task.symptoms:
        symptom = find(case, observed)
        if symptom and find is not_finite:
            break  # a comparison with the right numbers says more
        if symptom:
            return symptom
    for name, want in expected.items():
        if wrong := _wrong_values(name, observed.values[name], want, case.tolerance):
            return wrong
    return symptom


def named(task: Task) -> list[Mistake]:
    """Return all mistakes that a verdict on the task can name, the task's own first."""
    return [*task.mistakes, *GENERAL, KEPT]


Seen = list[tuple[Case, Observation]]


def _recognise(task: Task, failures: Seen, passes: Seen) -> Mistake | None:
    """Return the first mistake that explains the failures and isn't contradicted.

    If a mistake has a sign (``shows``), the first failure only has to show that sign.
    Otherwise, the mistake's wrong answer must give the same values as the student's
    answer in all failures of the aspect, and the right values wherever the student's
    answer is right.
    """
    for mistake in (*GENERAL, *task.mistakes):
        if mistake.shows:
            if mistake.shows(*failures[0]):
                return mistake
        elif _explains(task, mistake, failures) and not any(
            _contradicts(task, mistake, *one) for one in passes
        ):
            return mistake
    if _is_of_another_call(task, failures[0], passes):
        return KEPT
    return None


def _explains(task: Task, mistake: Mistake, failures: Seen) -> bool:
    """Return True if a mistake gives all the observed values, and some are wrong."""
    differs = False
    for case, observed in failures:
        if not observed.values:
            continue
        wrong = _wrong(case, task.probe.ask, task.counted, mistake)
        if wrong is None or not _match(observed.values, wrong, case):
            return False
        differs = differs or not _match(right(case, task.expected), wrong, case)
    return differs


def _contradicts(
    task: Task, mistake: Mistake, case: Case, observed: Observation
) -> bool:
    """Return True if a mistake gives wrong values where the answer gives right ones."""
    wrong = _wrong(case, task.probe.ask, task.counted, mistake)
    if wrong is None:
        return False
    expected = right(case, task.expected)
    compared = {name: x for name, x in wrong.items() if name in expected}
    return not _match(observed.values, compared, case)


def _is_of_another_call(
    task: Task, failure: tuple[Case, Observation], passes: Seen
) -> bool:
    """Return True if a wrong result would be exactly right for a different case."""
    case, observed = failure
    expected = right(case, task.expected)
    if not expected or not _distinctive(observed.values, expected):
        return False
    return any(
        _identical(observed.values, other.values, expected) for _, other in passes
    )


def _distinctive(values: Arrays, expected: Arrays) -> bool:
    """Return True if results have too many numbers to be equal by chance."""

    def enough(x: np.ndarray) -> bool:
        whole = np.array_equal(x, np.round(x))
        return len(np.unique(x)) > FEW and (x.size > SHORT or not whole)

    return any(name in values and enough(values[name]) for name in expected)


def _identical(one: Arrays, other: Arrays, names: Arrays) -> bool:
    return all(
        name in one and name in other and np.array_equal(one[name], other[name])
        for name in names
    )


@once
def _wrong(
    case: Case, ask: Callable, counted: Callable, mistake: Mistake
) -> Arrays | None:
    """Return a wrong answer's values for a case, or ``None`` if there are none."""
    try:
        if case.setting.startswith("dropout"):  # no formula, because dropout is random
            return None
        exactly = replace(case, dtype="float64")
        return counted(case, ask(mistake.answer, exactly).values)
    except CANNOT:
        return None


def _match(values: Arrays, wanted: Arrays, case: Case) -> bool:
    return all(
        name in values and agree(values[name], array, case.tolerance)
        for name, array in wanted.items()
    )


def _wrong_shape(
    name: str, got: np.ndarray, want: np.ndarray, case: Case
) -> str | None:
    if got.shape == want.shape:
        return None
    axes = case.axes.get(name, "").split()
    sizes = dict(zip(want.shape, axes, strict=False))
    symptom = f"{name} has shape {got.shape}"
    if axes and len(sizes) == len(axes) and set(got.shape) <= set(sizes):
        symptom += f" = ({', '.join(sizes[size] for size in got.shape)})"
    symptom += f", expected {want.shape}"
    return symptom + (f" = ({', '.join(axes)})" if axes else "")


def _wrong_values(
    name: str, got: np.ndarray, want: np.ndarray, tolerance: float
) -> str | None:
    if agree(got, want, tolerance):
        return None
    distance = np.where(np.isfinite(got), np.abs(got - want), np.inf)
    worst = np.unravel_index(np.argmax(distance), distance.shape)
    row = worst[:-1]
    place = f"[{', '.join(map(str, row))}]" if row else ""
    shown = [numbers(x[row]) for x in (got, want)]
    if shown[0] == shown[1]:
        shown = [numbers(x[row], digits=9) for x in (got, want)]
    if shown[0] == shown[1]:  # they differ only after the first six numbers
        place = f"[{', '.join(map(str, worst))}]"
        shown = [numbers(x[worst], digits=9) for x in (got, want)]
    return f"{name}{place} is {shown[0]}, expected {shown[1]}"


def numbers(row: np.ndarray, digits: int = 4) -> str:
    """Return a number, or a row's first six numbers, as people would write them."""
    if np.ndim(row) == 0:
        return f"{row:.{digits}g}"
    shown = ", ".join(f"{x:.{digits}g}" for x in row[:6])
    return f"[{shown}{', …' if len(row) > 6 else ''}]"
