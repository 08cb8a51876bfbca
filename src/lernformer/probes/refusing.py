"""Refusing what would do a task's work, under whatever name the answer holds it.

The functions themselves refuse, not their names: one in Python gets another body for
as long as the answer runs, and calls of one in C++ are seen by torch's own dispatch,
also where they go by ``torch.ops.aten``. So an alias, a default argument or
``importlib`` changes nothing.
"""

import contextlib
import functools
import inspect
import pydoc
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

from torch.overrides import TorchFunctionMode

from lernformer.probes.case import Probe


class ReadyMade(Exception):
    """The answer calls a function that does the task's work for it."""


@contextlib.contextmanager
def refusing(probe: Probe) -> Iterator[None]:
    """While open, the task's reference and what is ready-made raise ``ReadyMade``."""
    in_python, in_cpp = {}, {}
    for found, words in _refused(probe):
        for function in _functions(found):
            if inspect.isfunction(function):
                in_python[function] = function.__code__, words
            else:
                in_cpp[function] = words
    try:
        for function, (code, words) in in_python.items():
            function.__code__ = _refusal(words).replace(co_freevars=code.co_freevars)
        with Refusing(in_cpp) if in_cpp else contextlib.nullcontext():
            yield
    finally:
        for function, (code, _) in in_python.items():
            function.__code__ = code


def not_imported(probe: Probe) -> bool:
    """Whether a library with a ready-made function has not been imported so far."""
    return any(path.split(".")[0] not in sys.modules for path in probe.ready_made)


def _refused(probe: Probe) -> Iterator[tuple[Any, str]]:
    """What is refused, each with the words for it."""
    name, chapter = probe.name, f"lernformer.{probe.slug}"
    found = {
        f"{module}.{name}": vars(sys.modules[module]).get(name)
        for module in list(sys.modules)
        if chapter in module and f"{module}.".startswith(f"{chapter}.")
    }
    for path in probe.ready_made:
        found[path] = _locate(path) if path.split(".")[0] in sys.modules else None
    for path, refused in found.items():
        if refused is not None:
            told = path.removesuffix(".__init__")
            words = "which does this task's work: build it from its parts"
            yield refused, f"calls {told}, {words}"


_locate = functools.cache(pydoc.locate)


def _functions(found: Any) -> Iterator[Callable]:
    """A function and those it wraps, or all methods of a class."""
    if inspect.isclass(found):
        for member in vars(found).values():
            if inspect.isfunction(member):
                yield from _functions(member)
    elif callable(found):
        yield found
        if hasattr(found, "__wrapped__"):
            yield from _functions(found.__wrapped__)


@functools.cache
def _refusal(words: str) -> types.CodeType:
    namespace: dict = {}
    source = f"def refuse(*args, **kwargs):\n    from {__name__} import ReadyMade\n"
    exec(source + f"    raise ReadyMade({words!r})", namespace)
    return namespace["refuse"].__code__


class Refusing(TorchFunctionMode):
    """While open, calls of some functions of torch that are not in Python raise.

    One function has many objects: ``torch.softmax``, ``torch.Tensor.softmax``,
    ``torch._softmax``, ``torch.ops.aten.softmax.int``. They have its name in common.
    """

    def __init__(self, refused: dict[Callable, str]):
        super().__init__()
        self.refused = {plain_name(f): words for f, words in refused.items()}

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if plain_name(func) in self.refused:
            raise ReadyMade(self.refused[plain_name(func)])
        return func(*args, **(kwargs or {}))


def plain_name(function: Callable) -> str:
    """``softmax`` also of ``_softmax`` and of the overload ``softmax.int``."""
    return getattr(function, "__name__", "").split(".")[0].lstrip("_")
