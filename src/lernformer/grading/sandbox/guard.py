"""Looks up attributes and modules for a notebook in the process that decides its score.

`reader` rewrites the notebook's code so that every lookup beyond the notebook's own
objects comes here. Instead of a module, the notebook sees a view with only the names
that `listed.ini` permits. An audit hook is the second line of defence. It blocks any
attempt to turn text or bytes into code, or to look into a frame. Python code can't
remove an audit hook (PEP 578).
"""

import ast
import builtins
import codeop
import collections
import contextlib
import dataclasses
import functools
import operator
import os
import re
import string
import sys
import types
import typing
from collections.abc import Callable, Iterator
from errno import ENOENT
from typing import Any, NoReturn

import torch
from IPython.core import compilerop

from lernformer import CHAPTERS
from lernformer.grading.sandbox import reader
from lernformer.grading.sandbox.reader import LIST, is_secret, listed
from lernformer.probes import refusing, testing

OPEN = listed("modules", "open") | {f"lernformer.{name}" for name in CHAPTERS}
CLOSED = listed("modules", "closed")
PARTLY = {module: set(words.split()) for module, words in LIST["partly"].items()}
MAGICS = listed("magics", "open")
BUILTINS = listed("builtins", "closed")
# Modules that may compile text: for cells, dataclasses, named tuples and candidates.
MAKERS = (ast, codeop, collections, compilerop, dataclasses, refusing, testing)
CODE = re.compile(
    r"compile|exec|code\.__new__|function\.__new__|marshal\..*|pickle\.find_class"
    r"|ctypes\..*|gc\.get_.*|sys\.(set(profile|trace)|addaudithook|_current_.*)"
    r"|cpython\.run_.*"
)
# Torch's original functions. If a notebook replaced one of them, the replacement could
# run unwatched inside another.
KEPT = {
    place: {name: x for name, x in vars(place).items() if callable(x)}
    for place in (torch, torch.Tensor, torch.nn.functional)
}


class Refused(RuntimeError):
    """The notebook asks for something that the deciding run doesn't provide."""


refusals: list[str] = []  # descriptions of what was refused


def refuse(words: str) -> NoReturn:
    refusals.append(words)
    raise Refused(words)


def put_back() -> None:
    """Restore any of torch's functions that the notebook has replaced."""
    for place, kept in KEPT.items():
        now = vars(place)
        for name, x in kept.items():
            if now.get(name) is not x:
                setattr(place, name, x)


def close(notebook: dict[str, Any], *makers: types.ModuleType) -> None:
    """Guard this process, in which a notebook runs. This can't be undone.

    ``makers`` are additional modules that may compile text.
    """
    spaces = [vars(module) for module in (*MAKERS, *makers)]
    home = os.environ.get("HOME", "/")

    def hook(event: str, arguments: tuple) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes):
            path = os.path.abspath(os.fsdecode(arguments[0]))
            if not path.startswith((f"{home}/", "/dev/", "/proc/")):
                raise FileNotFoundError(ENOENT, "No such file or directory", path)
        elif event == "object.__getattr__":  # on a function, a frame or a generator
            if sys._getframe(1).f_globals is notebook:
                refuse(f"looks up .{arguments[1]}")
        elif CODE.fullmatch(event):
            asking = sys._getframe(1).f_globals
            if event == "compile" and asking is vars(typing):
                return  # an annotation as a string; it can't be run anyway
            if not any(asking is space for space in spaces):
                refuse(f"makes code that isn't written in the notebook ({event})")

    sys.addaudithook(hook)
    for name, found in notebook.items():
        if isinstance(found, types.ModuleType):
            notebook[name] = view(found)
    known = vars(builtins) | _instead()
    if get := notebook.get("get_ipython"):
        shell = _shell(get())
        notebook["get_ipython"] = known["get_ipython"] = lambda: shell
    notebook["__builtins__"] = known


def _instead() -> dict[str, Callable]:
    """Return replacements for the builtins that look up names or run other code."""

    def imported(name, globals=None, locals=None, fromlist=(), level=0):
        if not level and name not in sys.modules:  # no file is visible to import from
            raise ModuleNotFoundError(f"No module named {name!r} in the grader")
        shown = view(__import__(name, globals, locals, fromlist or (), level))
        for one in fromlist or ():
            path = f"{_behind[shown].__name__}.{one}"
            if one == "*":
                return _all_of(shown)
            if hasattr(shown, one):
                vars(shown)[one] = getattr(shown, one)
            elif path in sys.modules:  # Python would also take the module itself
                vars(shown)[one] = view(sys.modules[path])
        return shown

    def namespace(*thing: Any) -> dict[str, Any]:
        if thing and not is_own(thing[0]):
            refuse("looks up .__dict__")
        return vars(*thing) if thing else Names(sys._getframe(1).f_locals)

    def refused(*_: Any, **__: Any) -> NoReturn:
        refuse("runs text as code, or shares memory")

    return {
        **dict.fromkeys(BUILTINS, refused),
        **{reader.LOOK: look, reader.OWN: own, reader.REFUSE: refuse},
        "__import__": imported,
        **{"getattr": look, "locals": namespace, "vars": namespace},
        "globals": lambda: Names(sys._getframe(1).f_globals),
        "setattr": lambda thing, name, value: setattr(own(thing, name), name, value),
        "delattr": lambda thing, name: delattr(own(thing, name), name),
    }


class Names(dict):
    """A copy of a namespace. It refuses assignments, which would have no effect."""

    def __init__(self, space: dict[str, Any]):
        super().__init__((k, x) for k, x in space.items() if not k.startswith("__"))

    def __setitem__(self, name: str, value: Any) -> NoReturn:
        refuse(f"changes {name} through globals() or locals()")


def _shell(real: Any) -> Any:
    """Return what a notebook sees of the IPython shell."""

    def only_listed(run: Callable) -> Callable:
        def checked(name: str, *rest: str) -> Any:
            if name not in MAGICS:
                refuse(f"uses the magic %{name}")
            return run(name, *rest)

        return staticmethod(checked)

    class Shell:
        system, getoutput = staticmethod(real.system), staticmethod(real.getoutput)
        run_line_magic = only_listed(real.run_line_magic)
        run_cell_magic = only_listed(real.run_cell_magic)

        def __getattr__(self, name: str) -> NoReturn:
            refuse(f"uses get_ipython().{name}")

    return Shell()


# Modules ------------------------------------------------------------------------------

_shown: dict[types.ModuleType, "View"] = {}
_behind: dict["View", types.ModuleType] = {}


class View(types.ModuleType):
    """A module as a notebook sees it. What a notebook sets there stays in the view."""

    def __getattr__(self, name: str) -> Any:
        module = _behind[self]
        found = getattr(module, name)
        if isinstance(found, types.ModuleType) and not name.startswith("_"):
            return view(found)
        path = f"{module.__name__}.{name}"
        about = name.startswith("__") and isinstance(found, str)  # such as __version__
        if not about and (name[0] == "_" or not is_listed(module.__name__, name)):
            refuse(f"uses {path}")
        home = getattr(found, "__module__", None)
        chosen = module.__name__ in PARTLY or not callable(found)
        if not (chosen or not isinstance(home, str) or is_listed(home)):
            refuse(f"uses {path}")
        if found is sys.modules:
            return frozenset(found)  # enough to check whether a name is in it
        return found.copy() if type(found) in (dict, list, set) else stand_in(found)


def _all_of(shown: View) -> types.ModuleType:
    """Return a module with what ``from … import *`` provides: every listed name."""
    module, made = _behind[shown], types.ModuleType(shown.__name__)
    if not is_listed(module.__name__):
        refuse(f"imports all of {module.__name__}")
    public = [name for name in vars(module) if not name.startswith("_")]
    for name in getattr(module, "__all__", public):
        before = len(refusals)
        with contextlib.suppress(Refused):
            setattr(made, name, getattr(shown, name))
        del refusals[before:]  # nobody has used these names
    return made


def view(module: types.ModuleType) -> View:
    """Return the view of a module; each module has only one."""
    if isinstance(module, View):
        return module
    if module not in _shown:
        _shown[module] = made = View(module.__name__)
        _behind[made] = module
    return _shown[module]


def is_listed(module: str, name: str = "") -> bool:
    """Return True if a notebook may use a module, or the object ``name`` in it."""
    if module in PARTLY and name:
        return name in PARTLY[module]
    parts = f"{module}.{name}".strip(".").lstrip("_").split(".")
    for end in range(len(parts), 0, -1):  # the longest entry decides
        path = ".".join(parts[:end])
        if path in OPEN:
            return True
        if path in CLOSED or (end == 2 and path.startswith("torch._")):
            return False
    return False


# Attributes ---------------------------------------------------------------------------


def stand_in(found: Any) -> Any:
    """Return what was looked up, or a replacement that only does what is allowed."""
    if isinstance(found, types.ModuleType):
        return view(found)
    bound = isinstance(found, types.BuiltinMethodType) and found.__name__ == "format"
    if bound and isinstance(found.__self__, str):
        return lambda *a, **k: formatted(found.__self__, *a, **k)
    try:
        return INSTEAD.get(found, found)
    except TypeError:  # not hashable
        return found


def _attrgetter(*paths: str) -> Callable:
    def get(thing: Any) -> Any:
        found = tuple(functools.reduce(look, path.split("."), thing) for path in paths)
        return found if len(paths) > 1 else found[0]

    return get


def formatted(text: str, *arguments: Any, **named: Any) -> str:
    """Format a text as `str.format` does, but check lookups such as ``{0.name}``."""
    for field in _fields(text):
        for name in re.split(r"[.\[\]]", field)[1:]:
            if is_secret(name):
                refuse(f"looks up .{name}")
    return str.format(text, *arguments, **named)


def _fields(text: str) -> Iterator[str]:
    for _, field, inner, _ in string.Formatter().parse(text):
        yield field or ""
        yield from _fields(inner or "")


def is_own(thing: Any) -> bool:
    """Return True for a class that the notebook defines, and for its instances."""
    if isinstance(thing, super):
        thing = thing.__thisclass__  # type: ignore[attr-defined]
    kind = thing if isinstance(thing, type) else type(thing)
    return getattr(kind, "__module__", "") == "__main__"


def _require(thing: Any, name: Any) -> None:
    """Refuse a name that may not be looked up on an object."""
    if type(name) is not str:
        refuse(f"looks up {type(name).__name__}, which isn't a name")
    private = name == "__dict__" or not name.endswith("__")
    if is_secret(name) and (name in reader.HIDDEN or not (private and is_own(thing))):
        refuse(f"looks up .{name}")


def look(thing: Any, name: Any, *default: Any) -> Any:
    """Return an attribute as `getattr` does, if a notebook may look it up."""
    _require(thing, name)
    return stand_in(getattr(thing, name, *default))


def own(thing: Any, name: Any) -> Any:
    """Return an object if a notebook may set or delete this attribute of it."""
    _require(thing, name)
    code = types.FunctionType | types.MethodType
    written_there = isinstance(thing, code) and thing.__module__ == "__main__"
    if written_there or isinstance(thing, View) or is_own(thing):
        return thing
    if isinstance(thing, torch.Tensor):
        shut = callable(getattr(torch.Tensor, name, None))  # called unwatched
    else:
        shut = isinstance(thing, types.ModuleType | type | code)
        shut = shut and (isinstance(thing, code) or hasattr(thing, name))
    if shut:
        refuse(f"changes .{name} of {getattr(thing, '__name__', 'a tensor')}")
    return thing


def _wraps(wrapped: Any, *a: Any, **k: Any) -> Callable:
    update = functools.update_wrapper
    return lambda wrapper: update(own(wrapper, "__name__"), wrapped, *a, **k)


# Functions that look up or set attributes for their caller, and their replacements.
INSTEAD: dict[Callable, Callable] = {
    functools.update_wrapper: lambda wrapper, *a, **k: _wraps(*a, **k)(wrapper),
    functools.wraps: _wraps,
    operator.attrgetter: _attrgetter,
    operator.methodcaller: lambda name, *a, **k: lambda x: look(x, name)(*a, **k),
    str.format: lambda text, *a, **k: formatted(text, *a, **k),
}
