"""Handles answers that call the student's own answers to earlier tasks in a chapter.

For example, ``decoder_mask`` calls ``padding_mask``, which the student also wrote. A
mistake should only cost the points of one task. So if an answer is wrong with the
student's own functions, it is judged again with the reference's functions instead, and
the better of the two verdicts counts. The reference never replaces the answer to this
task or to a later one, because that would do the student's work.
"""

import contextlib
import dis
import functools
import importlib
import inspect
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lernformer.probes import names, probe
from lernformer.probes.case import Probe

_ABSENT = object()
_LIBRARIES = ("builtins", "torch.")


def earlier(this: Probe) -> list[str]:
    """Return the names of answers to earlier tasks, unless they do this task's work.

    They include the helpers that the cells of these answers define.
    """
    every = names(this.slug)
    found = []
    for name in every[: every.index(this.name)]:
        found += [name, *probe(f"{this.slug}.{name}").helpers]
    refused = this.ready_made
    return [name for name in found if f"lernformer.{this.slug}.{name}" not in refused]


def home(slug: str, name: str) -> str:
    """Return the name of the task whose cell defines a name, possibly as a helper."""
    return next(
        (task for task in names(slug) if name in probe(f"{slug}.{task}").helpers), name
    )


def called(answer: Any, names: Iterable[str]) -> list[str]:
    """Return the names that the answer's code looks up, or code that it calls."""
    codes = (function.__code__ for function in reached(answer))
    found = set().union(*map(looked_up, codes))
    return [name for name in names if name in found]


def global_of(answer: Any, name: str) -> Any:
    """Return what the answer's code finds under a name, or ``None``."""
    return _home(answer).get(name)


def defines(answer: Any, name: str) -> bool:
    """Return True if a name is defined where the answer's code looks it up."""
    return name in _home(answer)


def right(slug: str, names: Iterable[str]) -> dict[str, Any]:
    """Return a chapter's reference functions and classes, keyed by name."""
    reference = importlib.import_module(f"lernformer.{slug}")
    return {name: getattr(reference, name) for name in names}


@contextlib.contextmanager
def standing_in(answer: Any, others: Mapping[str, Any]) -> Iterator[None]:
    """While active, the answer's code finds ``others`` under their names.

    If a class inherits from other modules, the names are replaced there, too.
    """
    home = _home(answer)
    inherited = [h for h in _inherited(answer) if h is not home]
    places = [(home, name) for name in others]
    places += [(h, name) for h in inherited for name in others if name in h]
    before = [(place, name, place.get(name, _ABSENT)) for place, name in places]
    for place, name in places:
        place[name] = others[name]
    try:
        yield
    finally:
        for place, name, value in before:
            if value is _ABSENT:
                place.pop(name, None)
            else:
                place[name] = value


# The student's functions ------------------------------------------------------------


def reached(answer: Any) -> Iterator[types.FunctionType]:
    """Yield functions of the answer's module: its own ones, and those that it calls."""
    module, known, todo = _module(answer), set(), [answer]
    while todo:
        one = todo.pop()
        if id(one) in known:
            continue
        known.add(id(one))
        if isinstance(one, functools.partial):
            todo.append(one.func)
        elif isinstance(one, staticmethod | classmethod):
            todo.append(one.__func__)
        elif isinstance(one, property):
            todo += [one.fget, one.fset]
        elif inspect.isclass(one):
            todo += _members(one)
        elif inspect.isfunction(one):
            todo += _enclosed(one)  # functions inside a decorator
            if one.__globals__.get("__name__") == module:
                yield one
                names = looked_up(one.__code__)
                todo += [one.__globals__.get(name) for name in names]


def _module(answer: Any) -> str:
    while isinstance(answer, functools.partial):
        answer = answer.func
    known = inspect.isfunction(answer) or inspect.isclass(answer)
    return (answer if known else type(answer)).__module__


def _home(answer: Any) -> dict[str, Any]:
    """Return the namespace in which the answer's code looks names up."""
    first = next(reached(answer), None)
    return {} if first is None else first.__globals__


def _inherited(answer: Any) -> list[dict[str, Any]]:
    """Return the namespaces in which methods of a class and its bases look up names."""
    methods = filter(inspect.isfunction, _members(answer))
    return list({id(f.__globals__): f.__globals__ for f in methods}.values())


def _members(answer: Any) -> list:
    """Return the members of a class and its bases, except for Python's and torch's."""
    bases = getattr(answer, "__mro__", ())
    own = (base for base in bases if not base.__module__.startswith(_LIBRARIES))
    return [member for base in own for member in vars(base).values()]


def _enclosed(function: types.FunctionType) -> list:
    found = []
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # the cell is empty
            found.append(cell.cell_contents)
    return found


def looked_up(code: types.CodeType) -> set[str]:
    """Return the global names that a function and its inner functions use."""
    inner = (part for part in code.co_consts if isinstance(part, types.CodeType))
    names = {
        step.argval
        for step in dis.get_instructions(code)
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }
    return names.union(*map(looked_up, inner))
