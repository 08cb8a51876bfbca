"""Wrong answers (mutants) and right variants, which test the checks.

A check that passes a mutant is a defect, and so is one that rejects a variant. Answers
to the task `<slug>.<name>` are in `<slug>/<name>.py`, registered with two decorators.
Wrong answers that are small edits of a right one, or have one step wrong, are in
`<slug>/<name>.txt`, as `lernformer.mistakes.table` reads it. The wrong answers of
`lernformer.mistakes` are handed in as well, so only further forms of them are here.
`degenerate` makes the answers that are wrong in every task.
"""

import copy
import functools
import importlib
import math
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from lernformer import checks
from lernformer.checks import tasks
from lernformer.mistakes.table import Names, built, read
from lernformer.probes import refusing

# These answers are, or are made from, what the course gives as wrong answers.
refusing.BESIDE = ("lernformer.fast.",)

# What every text of wrong answers may use, whether or not its Python files import it.
LIBRARIES = {"F": F, "math": math, "nn": nn, "np": np, "torch": torch}

_mutants: list["Answer"] = []
_variants: list["Answer"] = []


@dataclass(frozen=True)
class Answer:
    """What a student hands in for a task; `mistake` is None where it is right."""

    task: str
    mistake: str | None
    answer: Any
    name: str


def mutant(task: str, mistake: str):
    """Register a wrong answer under the snake_case id of its misconception."""
    return _registrar(_mutants, task, mistake)


def mutants_of_each(rights: dict[str, type], names: dict[str, Any]):
    """Register steps that go wrong in the same way in each of several tasks.

    Args:
        rights: by task, a right answer in steps, of which one is replaced.
        names: `globals()` of the Python file beside the text with the wrong steps.
    """
    for task, right in rights.items():
        _mutants.extend(of_text(task, {**names, "Right": right}))


def variant(task: str):
    """Register a right answer, written in another way than the reference."""
    return _registrar(_variants, task, None)


def mutants(slug: str) -> list[Answer]:
    """All wrong answers to the tasks of chapter `slug`, the catalogue's first."""
    return _of_catalogue(slug) + _of_chapter(_mutants, slug)


def variants(slug: str) -> list[Answer]:
    """All right answers to the tasks of chapter `slug`."""
    return _of_chapter(_variants, slug)


def reference(task_id: str) -> Any:
    """The course's own answer to a task."""
    slug, name = task_id.split(".")
    return getattr(importlib.import_module(f"lernformer.{slug}"), name)


def _registrar(answers, task, mistake):
    def register(answer):
        answers.append(Answer(task, mistake, answer, answer.__name__))
        return answer

    return register


@functools.cache
def _of_catalogue(slug):
    return [
        Answer(task, known.id, known.answer, f"catalogue_{known.answer.__name__}")
        for task in tasks()
        for known in checks.task(task).mistakes
        if task.startswith(f"{slug}.") and known.answer is not None
    ]


def _of_chapter(answers, slug):
    _load(slug)
    return [answer for answer in answers if answer.task.startswith(f"{slug}.")]


@functools.cache
def _load(slug):
    package = importlib.import_module(f".{slug}", __package__)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f".{slug}.{module.name}", __package__)
    for path in sorted(Path(package.__file__).parent.glob("*.txt")):
        if (task := f"{slug}.{path.stem}") in tasks():
            _mutants.extend(of_text(task))


def of_text(task: str, names: dict[str, Any] | None = None) -> list[Answer]:
    """The wrong answers of the text beside a task's Python file.

    The text may name the task's variants, and what its Python files name, here and in
    `lernformer.mistakes`.

    Args:
        task: the task.
        names: further names. Their `__file__`, if any, is beside the text.
    """
    known = dict(LIBRARIES)
    for room in ("lernformer.mistakes", "tests.answers"):
        known |= vars(importlib.import_module(f"{room}.{task}"))
    known |= {one.name: one.answer for one in _variants if one.task == task}
    known |= names or {}
    path = Path(known["__file__"]).with_suffix(".txt")
    entries = [(entry.id, way) for entry in read(path) for way in entry.ways]
    made = [(id, built(way, Names(known), path.name)) for id, way in entries]
    return [Answer(task, id, wrong, wrong.__name__) for id, wrong in made]


def degenerate(task: str) -> list[Answer]:
    """Answers that no check may pass, whatever the task.

    The right shapes come from the task's first variant. Where the task asks for
    a class, the constructor stays right and `forward` goes wrong.
    """
    slug = task.partition(".")[0]
    right = next(v.answer for v in variants(slug) if v.task == task)
    answers = {f.__name__: _in_place_of(right, f) for f in _BEHAVIOURS}
    answers |= {"undefined": None, "number": 3, "string": "attention"}
    answers["takes_no_argument"] = _TakesNoArgument if _is_class(right) else lambda: 0
    if _is_class(right):
        answers["constructor_raises"] = _ConstructorRaises
        answers["function_for_class"] = lambda *args, **kwargs: None
    return [Answer(task, "degenerate", made, name) for name, made in answers.items()]


class _TakesNoArgument(torch.nn.Module):
    def __init__(self):
        super().__init__()


class _ConstructorRaises(torch.nn.Module):
    def __init__(self, *args, **kwargs):
        raise NotImplementedError


def _is_class(answer) -> bool:
    return isinstance(answer, type)


def _in_place_of(right, behaviour: Callable):
    """An answer called like `right` that does `behaviour(right, *args, **kwargs)`."""
    if not _is_class(right):
        state: dict = {}
        return lambda *args, **kwargs: behaviour(right, state, args, kwargs)

    class Degenerate(right):
        def forward(self, *args, **kwargs):
            state = self.__dict__.setdefault("state", {})
            return behaviour(super().forward, state, args, kwargs)

    return Degenerate


def _each(change: Callable, result):
    """`result` with `change` applied to every array in it."""
    if isinstance(result, tuple | list):
        return type(result)(_each(change, item) for item in result)
    if isinstance(result, dict):
        return {key: _each(change, item) for key, item in result.items()}
    return change(result)


def _filled(result, value):
    """`result` with every number replaced by `value`."""
    if isinstance(result, torch.Tensor):
        return torch.full(result.shape, value).to(result.dtype)
    if isinstance(result, np.ndarray):
        return np.full(result.shape, value).astype(result.dtype)
    return value


def _noise(result):
    rng = np.random.default_rng(0)
    if isinstance(result, torch.Tensor):
        return torch.from_numpy(rng.normal(size=result.shape)).to(result.dtype)
    return rng.normal(size=np.shape(result))


def returns_none(right, state, args, kwargs):
    return None


def returns_string(right, state, args, kwargs):
    return "the answer"


def returns_input(right, state, args, kwargs):
    return (*args, *kwargs.values())[0]


def returns_arguments(right, state, args, kwargs):
    return (*args, *kwargs.values())


def returns_zeros(right, state, args, kwargs):
    return _each(lambda result: _filled(result, 0.0), right(*args, **kwargs))


def returns_ones(right, state, args, kwargs):
    return _each(lambda result: _filled(result, 1.0), right(*args, **kwargs))


def returns_constant(right, state, args, kwargs):
    return _each(lambda result: _filled(result, 0.25), right(*args, **kwargs))


def returns_nan(right, state, args, kwargs):
    return _each(lambda result: _filled(result, float("nan")), right(*args, **kwargs))


def returns_infinity(right, state, args, kwargs):
    return _each(lambda result: _filled(result, float("inf")), right(*args, **kwargs))


def returns_noise(right, state, args, kwargs):
    return _each(_noise, right(*args, **kwargs))


def returns_scalar(right, state, args, kwargs):
    return 0.5


def returns_empty(right, state, args, kwargs):
    return ()


def returns_extra_axis(right, state, args, kwargs):
    return _each(lambda result: result[None], right(*args, **kwargs))


def returns_flattened(right, state, args, kwargs):
    def flat(result):  # a column if it is already flat
        return result[:, None] if result.ndim == 1 else result.reshape(-1)

    return _each(flat, right(*args, **kwargs))


def returns_first_answer_again(right, state, args, kwargs):
    """Right at the first call, and the same answer ever after."""
    if "first" not in state:
        state["first"] = right(*args, **kwargs)
    return copy.copy(state["first"])


def raises_value_error(right, state, args, kwargs):
    raise ValueError("something went wrong")


def raises_not_implemented(right, state, args, kwargs):
    raise NotImplementedError


_BEHAVIOURS = (
    returns_none,
    returns_string,
    returns_input,
    returns_arguments,
    returns_zeros,
    returns_ones,
    returns_constant,
    returns_nan,
    returns_infinity,
    returns_noise,
    returns_scalar,
    returns_empty,
    returns_extra_axis,
    returns_flattened,
    returns_first_answer_again,
    raises_value_error,
    raises_not_implemented,
)
