"""Refuses functions that would do a task's work, whatever name they go by.

We refuse the functions themselves, not their names. While the answer runs, each Python
function gets a new body, and torch's own dispatch shows us calls to C++ functions, even
those that go through ``torch.ops.aten``. So an alias, a default argument or
``importlib`` can't get around this. Of torch's functions, an answer may call only those
on a list (`torch_functions`). Anything that leaves this process or thread is refused,
too, because we wouldn't see the calls there.

This module runs in the same process as the code that it watches. During grading, that
process only runs code that can't reach this module (`reader` and `guard` in
`grading.sandbox`).
"""

import contextlib
import dataclasses
import functools
import inspect
import pydoc
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Set
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.overrides import TorchFunctionMode

from lernformer.probes.case import Probe
from lernformer.probes.earlier import earlier, reached, right
from lernformer.probes.torch_functions import allowed

TORCH = str(Path(torch.__file__).parent)
COURSE = str(Path(__file__).parents[1])
UNLISTED = "calls torch's "
WHY = (
    "{}, which is not among the functions that an answer may call here: build it from "
    "its parts"
)
CALLS_BACK = (
    "gives torch's {} an object of a class of its own: give it tensors, numbers or "
    "lists"
)


class ReadyMade(Exception):
    """Raised if the answer calls a function that does the task's work."""


# Other modules of the course that can be imported and do a chapter's work: they contain
# faster versions of its parts, and parts of wrong answers.
BESIDE: tuple[str, ...] = ("lernformer.fast.", "lernformer.mistakes.")


@contextlib.contextmanager
def refusing(probe: Probe) -> Iterator[None]:
    """While active, the task's reference and ready-made functions raise ``ReadyMade``.

    The course's own answers to earlier tasks may replace the student's. So they may be
    called, and so may everything that they consist of.
    """
    in_python, in_cpp = _refused(probe, BESIDE, len(sys.modules))
    watching = Refusing(in_cpp, allowed(probe.id))
    codes = {function: function.__code__ for function in in_python}
    try:
        for function, words in in_python.items():
            function.__code__ = _refusal(words, codes[function].co_freevars)
        with watching, _kept_in():
            yield
    finally:
        for function, code in codes.items():
            function.__code__ = code


@functools.lru_cache(maxsize=256)
def _refused(probe: Probe, beside: tuple[str, ...], modules: int) -> tuple[dict, dict]:
    """Return the message for each refused function, for Python and C++ separately.

    The result is cached, because searching all modules takes longer than running many
    answers, and finds nothing new unless more modules have been imported.
    """
    in_python: dict[Callable, str] = {}
    in_cpp: dict[Callable, str] = {}
    parts = _made_of(*right(probe.slug, earlier(probe)).values())
    for found, words in _found(probe, beside):
        for function in _functions(found):
            if function not in parts:
                kind = in_python if inspect.isfunction(function) else in_cpp
                kind[function] = words
    return in_python, in_cpp


@functools.cache
def _made_of(*answers: Any) -> frozenset[Callable]:
    """Return the functions that some answers consist of or call."""
    return frozenset(part for one in answers for part in reached(one))


# audit events, keyed by the beginnings of their names; Python reports them in advance
_LEADS_OUT = {
    "_thread.start_new_thread": "starts a thread",
    "os.exec": "starts a program",
    "os.fork": "starts a process",
    "os.posix_spawn": "starts a program",
    "os.system": "starts a program",
    "subprocess.Popen": "starts a program",
}
_shut: list[bool] = []  # not empty while an answer runs


@functools.cache
def _listen() -> None:
    """Add an audit hook. It can't be removed, but only acts while an answer runs."""

    def hook(event: str, arguments: tuple) -> None:
        if _shut:
            for begins, words in _LEADS_OUT.items():
                if event.startswith(begins):
                    raise ReadyMade(f"{words}: an answer must do its own computing")

    sys.addaudithook(hook)


@contextlib.contextmanager
def _kept_in() -> Iterator[None]:
    """While active, the answer can't start a thread or a process."""
    _listen()
    _shut.append(True)
    try:
        yield
    finally:
        _shut.pop()


def not_imported(probe: Probe) -> bool:
    """Return True if a library with a ready-made function hasn't been imported yet."""
    return any(path.split(".")[0] not in sys.modules for path in probe.ready_made)


def _found(probe: Probe, beside: tuple[str, ...]) -> Iterator[tuple[Any, str]]:
    """Yield everything that is refused, together with the message to show."""
    name, chapter = probe.name, f"lernformer.{probe.slug}"
    found = {
        f"{module}.{name}": vars(sys.modules[module]).get(name)
        for module in list(sys.modules)
        if chapter in module and f"{module}.".startswith(f"{chapter}.")
    }
    for path in probe.ready_made:
        found[path] = locate(path) if path.split(".")[0] in sys.modules else None
    for path, part in _of_course((f"lernformer.{probe.slug}.", *beside)):
        words = "the course's own: call what you have written, or write it here"
        yield part, f"calls {path}, {words}"
    for path, refused in found.items():
        if refused is not None:
            shown = path.removesuffix(".__init__")
            words = "which does this task's work: build it from its parts"
            yield refused, f"calls {shown}, {words}"


def _of_course(homes: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Yield the course's functions and classes that are defined in these modules.

    Dataclasses are left out, because they only hold numbers.
    """
    for place, module in list(sys.modules.items()):
        if not f"{place}.".startswith(homes):
            continue
        for name, part in list(vars(module).items()):
            is_code = isinstance(part, types.FunctionType | type)
            own = is_code and f"{part.__module__}.".startswith(homes)
            if own and not dataclasses.is_dataclass(part):
                yield f"{place}.{name}", part


locate = functools.cache(pydoc.locate)


def _functions(found: Any) -> Iterator[Callable]:
    """Yield a function and the functions that it wraps, or all methods of a class."""
    if inspect.isclass(found):
        for member in vars(found).values():
            if inspect.isfunction(member):
                yield from _functions(member)
    elif callable(found):
        yield found
        if hasattr(found, "__wrapped__"):
            yield from _functions(found.__wrapped__)


@functools.cache
def _refusal(words: str, free: tuple[str, ...]) -> types.CodeType:
    namespace: dict = {}
    source = f"def refuse(*args, **kwargs):\n    from {__name__} import ReadyMade\n"
    exec(source + f"    raise ReadyMade({words!r})", namespace)
    return namespace["refuse"].__code__.replace(co_freevars=free)


# Torch handles these types without calling any method that a notebook could define.
PLAIN = {
    *(bool, complex, float, int, range, str, type(None), type(...), np.ndarray),
    *(torch.device, torch.dtype, torch.Generator, torch.Size, torch.layout),
    *(torch.Tensor, torch.nn.Parameter),
}
DEFAULTS = {
    torch.Tensor.__torch_function__.__func__,  # type: ignore[attr-defined]
    torch._C._disabled_torch_function_impl,
}
METHODS = ("__iter__", "__getitem__", "__len__")
IN_PYTHON = 1 << 9  # the flag of types that were made at run time


@functools.cache
def _is_default(kind: type) -> bool:
    """Return True if a class lets torch decide what torch's functions do with it."""
    found = getattr(kind, "__torch_function__", None)
    return getattr(found, "__func__", found) in DEFAULTS


def _are_plain(parts: Iterable) -> bool:
    """Return True if torch can read these arguments without calling a notebook's code.

    We couldn't see what such code calls; for example, ``torch.tensor([own])`` calls
    ``__float__``.
    """
    for x in parts:
        kind = type(x)
        if kind is slice:
            if not _are_plain((x.start, x.stop, x.step)):
                return False
        elif isinstance(x, list | tuple):
            base = list if isinstance(x, list) else tuple
            if any(getattr(kind, m) is not getattr(base, m) for m in METHODS):
                return False
            if not ({*map(type, x)} <= PLAIN or _are_plain(x)):
                return False
        elif kind.__flags__ & IN_PYTHON and not isinstance(
            x, torch.Tensor | int | float | str | torch.nn.Module
        ):
            home = sys.modules.get(kind.__module__)
            torchs = kind.__module__.startswith("torch")
            if not torchs or getattr(home, kind.__name__, None) is not kind:
                return False
    return True


class Refusing(TorchFunctionMode):
    """While active, calls to refused functions of torch raise ``ReadyMade``.

    The same function exists as many objects, such as ``torch.softmax``,
    ``torch.Tensor.softmax``, ``torch._safe_softmax`` and
    ``torch.ops.aten._softmax_backward_data``. We recognise them because their names all
    contain the function's name. Functions that aren't on the list are refused, too,
    unless the course itself calls them, for example in a probe.
    """

    def __init__(self, refused: dict[Callable, str], allowed: Set[str]):
        super().__init__()
        self.refused = {plain_name(f): words for f, words in refused.items()}
        self.allowed = allowed
        self.known: dict[Callable, str] = {}

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if (words := self.known.get(func)) is None:
            self.known[func] = words = self._trouble(func)
        if words and not (words.startswith(UNLISTED) and _called_by_the_course()):
            raise ReadyMade(words)
        kwargs = kwargs or {}
        if not types or all(map(_is_default, types)):
            if {*map(type, args), *map(type, kwargs.values())} <= PLAIN:
                return func(*args, **kwargs)
            if _are_plain(args) and _are_plain(kwargs.values()):
                return watched(self, func, args, kwargs)
        raise ReadyMade(CALLS_BACK.format(plain_name(func)))

    def _trouble(self, function: Callable) -> str:
        name = plain_name(function)
        messages = (self.refused[part] for part in self.refused if part in name)
        words = next(messages, "")
        return words or ("" if name in self.allowed else UNLISTED + WHY.format(name))


def watched(mode: TorchFunctionMode, func: Callable, args: tuple, kwargs: dict) -> Any:
    """Call torch's function with the mode active, so that callbacks are checked, too.

    Torch turns the mode off while it calls a function, so a callback, as in
    ``x.apply_(own)``, could call anything.
    """
    if any(map(_calls, args)) or any(map(_calls, kwargs.values())):
        args = tuple(_inside(mode, x) for x in args)
        kwargs = {name: _inside(mode, x) for name, x in kwargs.items()}
    return func(*args, **kwargs)


def _calls(x: Any) -> bool:
    return callable(x) and not isinstance(x, type | torch.nn.Module)


def _inside(mode: TorchFunctionMode, x: Any) -> Any:
    if not _calls(x):
        return x

    def call(*args: Any, **kwargs: Any) -> Any:
        with mode:
            return x(*args, **kwargs)

    return call


def plain_name(function: Callable) -> str:
    """Return a bare name: ``softmax`` for ``_softmax``, ``softmax_``, ``softmax.int``.

    It comes from the function's code, because a Python function can be renamed.
    """
    function = inspect.unwrap(function)
    if isinstance(function, types.FunctionType):
        return function.__code__.co_name.strip("_")
    return getattr(function, "__name__", "").split(".")[0].strip("_")


def _called_by_the_course() -> bool:
    """Return True if the nearest caller outside torch is the course's code."""
    frame = sys._getframe(2)
    while frame.f_back and frame.f_code.co_filename.startswith(TORCH):
        frame = frame.f_back
    return frame.f_code.co_filename.startswith(COURSE)
