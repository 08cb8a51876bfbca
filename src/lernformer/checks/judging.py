"""From observations to a verdict: compares and explains, never runs student code."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lernformer.checks.expected import right
from lernformer.checks.task import Task
from lernformer.checks.verdict import Verdict
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Arrays, Case, Observation, once
from lernformer.probes.values import agree

STUCK = {  # kinds of trouble that say enough without a cause
    "unfinished": "unfinished",
    "ready-made": "ready_made",
    "timeout": "endless_loop",
}


def judge(
    task: Task,
    cases: list[Case],
    observations: list[Observation],
    seed: int,
    printed: str = "",
) -> Verdict:
    """Score the observations and explain the first thing that is wrong.

    An aspect counts when all of its cases are right. The score is the sum of the
    shares of the aspects that count, and 0 where the essential (first) one does not.
    """
    with np.errstate(all="ignore"):  # wrong answers overflow, and so do their formulas
        return _judge(task, cases, observations, seed, printed)


def _judge(task, cases, observations, seed, printed) -> Verdict:
    failures = []
    for asked, observed in zip(cases, observations, strict=True):
        case = task.adapt(asked, observed.facts)
        if symptom := _symptom(task, case, observed):
            failures.append((case, observed, symptom))
    if not failures:
        every = dict.fromkeys(task.aspects, True)
        return Verdict(task.id, every, score=1.0, seed=seed, printed=printed)

    failed = {case.aspect for case, _, _ in failures}
    essential = next(iter(task.aspects))
    aspects = {aspect: aspect not in failed for aspect in task.aspects}
    if essential in failed:
        aspects = dict.fromkeys(task.aspects) | {essential: False}
    earned = sum(share for aspect, share in task.aspects.items() if aspects[aspect])

    case, observed, symptom = failures[0]
    together = [(c, seen) for c, seen, _ in failures if c.aspect == case.aspect]
    mistake = None if observed.kind in STUCK else _recognise(task, together)
    return Verdict(
        task.id,
        aspects,
        score=earned / sum(task.aspects.values()),
        seed=seed,
        aspect=case.aspect,
        symptom=symptom if observed.trouble else symptom + _asked(case),
        mistake=mistake.id if mistake else STUCK.get(observed.kind),
        cause=mistake.cause if mistake else "",
        printed=printed,
    )


def _asked(case: Case) -> str:
    """The inputs, where they are few enough to follow by hand."""
    inputs = {name: np.asarray(x) for name, x in case.inputs.items()}
    if any(x.ndim > 1 or x.size > 6 or len(str(x)) > 300 for x in inputs.values()):
        return ""
    told = (f"{name} = {numbers(x) if x.ndim else x}" for name, x in inputs.items())
    return f" for {', '.join(told)}"


def _symptom(task: Task, case: Case, observed: Observation) -> str | None:
    """What is wrong with one observation, in words and numbers; ``None`` if nothing."""
    if observed.trouble:
        return None if case.optional and observed.kind == "error" else observed.trouble
    expected = right(case, task.expected)
    if missing := expected.keys() - observed.values.keys():
        return f"there is no {min(missing)}"
    shapes = [
        _wrong_shape(name, observed.values[name], want, case)
        for name, want in expected.items()
    ]
    if any(shapes):
        return None if case.optional else next(filter(None, shapes))
    for find in task.symptoms:
        if symptom := find(case, observed):
            return symptom
    for name, want in expected.items():
        if symptom := _wrong_values(name, observed.values[name], want, case.tolerance):
            return symptom
    return None


def _recognise(task: Task, failures: list[tuple[Case, Observation]]) -> Mistake | None:
    """The first mistake that the first failure shows, or that gives all the values."""
    valued = [(case, seen.values) for case, seen in failures if seen.values]
    for mistake in task.mistakes:
        if mistake.shows and mistake.shows(*failures[0]):
            return mistake
        if not mistake.shows and _explains(task, mistake, valued):
            return mistake
    return None


def _explains(
    task: Task, mistake: Mistake, failures: list[tuple[Case, Arrays]]
) -> bool:
    """Whether the mistake gives all the observed values, and not the expected ones."""
    differs = False
    for case, values in failures:
        wrong = _wrong(case, task.probe.ask, mistake)
        if wrong is None or not _match(values, wrong, case):
            return False
        differs = differs or not _match(right(case, task.expected), wrong, case)
    return differs


@once
def _wrong(case: Case, ask: Callable, mistake: Mistake) -> Arrays | None:
    """What a mistake gives for a case; ``None`` where it cannot, for its sizes."""
    try:
        if mistake.gives:
            return mistake.gives(case)
        if case.setting.startswith("dropout"):  # what is dropped has no formula
            return None
        exactly = replace(case, dtype="float64")
        return ask(mistake.answer, exactly).values
    except (ValueError, RuntimeError, LookupError, TypeError, AttributeError):
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
    told = f"{name} has shape {got.shape}"
    if axes and len(sizes) == len(axes) and set(got.shape) <= set(sizes):
        told += f" = ({', '.join(sizes[size] for size in got.shape)})"
    told += f", expected {want.shape}"
    return told + (f" = ({', '.join(axes)})" if axes else "")


def _wrong_values(
    name: str, got: np.ndarray, want: np.ndarray, tolerance: float
) -> str | None:
    if agree(got, want, tolerance):
        return None
    distance = np.where(np.isfinite(got), np.abs(got - want), np.inf)
    worst = np.unravel_index(np.argmax(distance), distance.shape)
    row = worst[:-1]
    place = f"[{', '.join(map(str, row))}]" if row else ""
    told = [numbers(x[row]) for x in (got, want)]
    if told[0] == told[1]:
        told = [numbers(x[row], digits=9) for x in (got, want)]
    return f"{name}{place} is {told[0]}, expected {told[1]}"


def numbers(row: np.ndarray, digits: int = 4) -> str:
    """A row of numbers as a person would write it down, the first six of them."""
    row = np.atleast_1d(row)
    told = ", ".join(f"{x:.{digits}g}" for x in row[:6])
    return f"[{told}{', …' if len(row) > 6 else ''}]"
