"""Reads a student's code for what would do a task's work; runs nothing.

In the sandbox what is ready-made refuses itself (`probes.refusing`), but there the
code that is watched shares a process with the watcher: a thread, a compiled function or
a few lines that undo the watching leave no trace. So the judge reads, too: the answer's
own source, whatever of the notebook it calls, and what is bound to those names. It
looks at what is named, not at what happens, and says nothing of a cell that merely
compares an answer with torch's. Whoever puts something else in the place of a
library's function, though, may call it by any answer.
"""

import ast
import inspect
import re
import sys
import types
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Set
from functools import lru_cache

from lernformer.grading.source import (
    LOOKING,
    PATCH,
    PATIENCE,
    Bound,
    asked_for,
    bound_by,
    global_names,
    is_foreign,
    is_path,
    looks_up,
    new_names,
    reached_by,
    statements_of,
    uses,
    written,
)
from lernformer.probes.case import Probe
from lernformer.probes.probing import OutOfTime, time_limit
from lernformer.probes.refusing import locate

# Ways round the watching, and to what is not named: no task has a use for them.
BACK_DOORS = {
    "attrgetter(…)",
    "DisableTorchFunction",
    "DisableTorchFunctionSubclass",
    "__builtins__",
    "__code__",
    "__dict__",
    "__getattribute__",
    "__globals__",
    "__import__",
    "__subclasses__",
    "_C",
    "_getframe",
    "_thread",
    "asyncio",
    "compile",
    "concurrent",
    "ctypes",
    "currentframe",
    "eval",
    "exec",
    "get_objects",
    "get_referents",
    "get_referrers",
    "getattr(…)",
    "globals",
    "importlib",
    "jit",
    "methodcaller(…)",
    "modules",
    "multiprocessing",
    "pydoc",
    "subprocess",
    "threading",
    "vars(…)",
}
# but as a method of a student's own objects these are words like others
AMBIGUOUS = {"compile", "eval", "modules"}
# By one of these a notebook may undo the watching. Then an answer has no use for an
# attribute of a computed name, either, such as ``getattr(x, "soft" + end)``.
UNDOING = re.compile(
    r"_C|__builtins__|__globals__|__import__|_getframe|builtins|ctypes|eval|exec"
    r"|get_field|get_objects|get_refer\w+|importlib|lernformer\.grading|loader|mock"
    r"|modules|overrides|probes|probing|[Rr]efusing|\w*TorchFunction\w*"
    r"|__(array_interface|array_struct|closure)__|monitoring|([acg][gri]|tb)_frame"
    r"|f_(back|builtins|globals)"
)
ALARM = re.compile(rf"{UNDOING.pattern}|getattr|setattr")
HANDED_OUT = "importlib.util.find_spec"  # in the first cell of every notebook
HANDED_OUT_LINE = "from importlib.util import find_spec"
OF_A_VALUE = "getattr(a value, …)"


@lru_cache(maxsize=64)  # of one submission all is asked several times
def ready_made(
    probe: Probe, cells: tuple[str, ...], name: str, replaced: tuple[str, ...] = ()
) -> str:
    """Why an answer is not the student's own work; empty if there is no reason.

    Args:
        probe: of the task, which says what is ready-made.
        cells: the sources of the notebook's code cells.
        name: of the answer.
        replaced: names in whose place the course's own answers stand.
    """
    try:
        with time_limit(3 * PATIENCE):
            return _ready_made(probe, cells, name, replaced)
    except (OutOfTime, RecursionError, MemoryError):
        return "is too long, or nested too deeply, to be read"


def _ready_made(
    probe: Probe, cells: tuple[str, ...], name: str, replaced: Iterable[str]
) -> str:
    every, apart = bound_by(cells), set(replaced) - {name}
    bound = every | {other: [] for other in apart}
    if apart and any(_holds(node, every, apart) for node in reached_by(bound, name)):
        bound = every  # what was looked up before cannot be replaced
    doors = BACK_DOORS | ({OF_A_VALUE} if _leads_anywhere(cells) else set())
    refused = set(probe.ready_made)
    torchs = {_bare(path) for path in refused if _is_torchs_own(path)}
    for node, is_own in _concerning(bound, name):
        for path in _named(node, bound):
            door = path.rpartition(".")[2]
            if is_own and (path in doors or (door in BACK_DOORS - AMBIGUOUS)):
                return f"calls {path}, for which an answer has no use"
            known = any(f"{path}.".startswith(f"{one}.") for one in refused)
            ours = path.startswith("lernformer.")
            if known or (not ours and any(part in _bare(path) for part in torchs)):
                return (
                    f"calls {path}, which does this task's work: build it from its "
                    "parts"
                )
    return ""


@lru_cache(maxsize=1)
def _leads_anywhere(cells: tuple[str, ...]) -> bool:
    """Whether an attribute of a computed name may be one that undoes the watching."""
    bound = bound_by(cells)
    return any(map(alarming(ALARM), cells)) and any(
        undoes(one) or puts_anywhere(one, bound) or hands_out(one, bound)
        for cell in cells
        for one in statements_of(cell)
    )


def _is_torchs_own(path: str) -> bool:
    """Whether it is one of torch's functions in C++, which have many names."""
    if not path.startswith("torch."):
        return False
    function = locate(path)
    return not (inspect.isfunction(function) or inspect.isclass(function))


def _bare(path: str) -> str:
    """``softmax`` of ``torch.nn.Softmax`` and of ``torch._softmax``."""
    return path.rpartition(".")[2].replace("_", "").lower()


def alarming(words: re.Pattern) -> Callable[[str], bool]:
    """Whether one of some words stands in a cell, as Python reads its letters."""

    def alarms(cell: str) -> bool:
        text = unicodedata.normalize("NFKC", cell).replace(HANDED_OUT_LINE, "")
        return bool(words.search(text))

    return alarms


@lru_cache(maxsize=1024)
def undoes(node: ast.AST) -> bool:
    """Whether a piece of code names what could undo the watching."""
    return any(map(UNDOING.fullmatch, words(node)))


def puts_anywhere(node: ast.AST, bound: Bound) -> bool:
    """Whether it sets attributes of others' things by names that it puts together.

    >>> # setattr(thing, "soft" + end, other)
    """
    calls = {id(x.func) for x in ast.walk(node) if isinstance(x, ast.Call)}
    for part in ast.walk(node):
        match part:
            case ast.Call(ast.Name("setattr"), [thing, name, *_]):
                if written(name) is None and not _is_own(thing, bound):
                    return True
            case ast.Name("setattr") if id(part) not in calls:
                return True
    return False


def hands_out(node: ast.AST, bound: Bound) -> bool:
    """Whether it makes a value of a module, in which anything may be looked up."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return False
    return any(map(_is_module, uses(node, bound)))


def _is_module(path: str) -> bool:
    """Whether it is one, as far as is known here, where nothing is imported for it."""
    first, *rest = path.split(".")
    found: object = sys.modules.get(first)
    for name in rest:
        found = vars(found).get(name) if isinstance(found, types.ModuleType) else None
    return isinstance(found, types.ModuleType)


def _is_own(thing: ast.AST, bound: Bound) -> bool:
    """Whether it is a part of self, or of a class or a function of the notebook's."""
    while isinstance(thing, ast.Attribute | ast.Subscript):
        thing = thing.value
    if not isinstance(thing, ast.Name):
        return False
    found = bound.get(thing.id, [])
    made = [isinstance(x, ast.FunctionDef | ast.ClassDef) for x in found]
    return thing.id in ("self", "cls") or (bool(made) and all(made))


def words(node: ast.AST) -> Iterator[str]:
    """The names that a piece of code holds, without methods like ``model.eval()``."""
    methods = {
        id(part.func)
        for part in ast.walk(node)
        if isinstance(part, ast.Call)
        and isinstance(part.func, ast.Attribute)
        and part.func.attr in AMBIGUOUS
    }
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute) and id(part) not in methods:
            yield part.attr
        elif isinstance(part, ast.Import | ast.ImportFrom):
            home = getattr(part, "module", None)
            for one in part.names:
                path = f"{home}.{one.name}" if home else one.name
                parts = path.split(".") if path != HANDED_OUT else []
                yield from (*parts, ".".join(parts[:2]))
        elif isinstance(part, ast.Call):
            for name in asked_for(part):
                yield from (name or "").split(".")


def _concerning(bound: Bound, name: str) -> Iterator[tuple[ast.AST, bool]]:
    """What an answer consists of, and what it could call of changed libraries.

    Each with whether the answer asks for it by its name. A part of a library that
    begins with an underscore may be asked for by any other.
    """
    own = list(reached_by(bound, name))
    yield from ((node, True) for node in own)
    every = [part for node in own for part in ast.walk(node)]
    asked = {part.attr for part in every if isinstance(part, ast.Attribute)}
    asked |= {part.id for part in every if isinstance(part, ast.Name)}
    for patch in [key for key in bound if key.startswith(PATCH)]:
        (statement,) = bound[patch]
        names = {*new_names(statement)} if not isinstance(statement, str) else set()
        meant = any(one in asked or one.startswith("_") for one in names)
        yield from ((node, meant) for node in reached_by(bound, patch))


def _holds(node: ast.AST, bound: Bound, names: set[str]) -> bool:
    """Whether a statement may look one of these names up when the notebook runs it.

    A function does so when it is called, and then finds what stands in their place.
    """
    known: set[str] = set()
    todo = _names_at_once(node)
    while todo:
        name = todo.pop()
        if name in names:
            return True
        if name not in known:
            known.add(name)
            for what in bound.get(name, ()):
                if not isinstance(what, str):
                    todo |= global_names(what)
    return False


def _names_at_once(node: ast.AST) -> set[str]:
    """The names that running a statement looks up, without the bodies of functions."""
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {*global_names(node)}
    parts: list[ast.AST] = [*node.decorator_list]
    if isinstance(node, ast.FunctionDef):
        parts += [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        return {x.id for p in parts for x in ast.walk(p) if isinstance(x, ast.Name)}
    found = {x.id for p in parts for x in ast.walk(p) if isinstance(x, ast.Name)}
    return found.union(*map(_names_at_once, node.body))


def _named(node: ast.AST, bound: Bound) -> Iterator[str]:
    """Dotted names of what a piece of code looks up, as far as they can be told."""
    ours = global_names(node)
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute):
            if not _is_own_method(part, bound):
                yield from _paths(part, ours, bound)
        elif isinstance(part, ast.Name) and part.id in ours:
            for path in filter(is_path, bound.get(part.id, [part.id])):
                yield path
                if (name := path.rpartition(".")[2]) in LOOKING and name != part.id:
                    yield f"{name}(…)"
        elif isinstance(part, ast.Import):
            yield from (one.name for one in part.names)
        elif isinstance(part, ast.ImportFrom):
            yield from (f"{part.module}.{one.name}" for one in part.names)
        elif isinstance(part, ast.Call):
            yield from _looked_up(part, bound)
    if isinstance(node, ast.stmt):
        yield from _looking_uncalled(node)


def _is_own_method(part: ast.Attribute, bound: Bound) -> bool:
    """Whether it is a method of a class of the notebook's, or of such an object."""
    base: ast.AST = part.value
    found = bound.get(base.id, []) if isinstance(base, ast.Name) else []
    if len(found) == 1 and isinstance(found[0], ast.Assign):
        base = found[0].value
    if isinstance(base, ast.Call):
        base = base.func
    if not isinstance(base, ast.Name):
        return False
    match bound.get(base.id):
        case [ast.ClassDef(body=body)]:
            names = [x.name for x in body if isinstance(x, ast.FunctionDef)]
            return part.attr in names
    return False


def _looked_up(call: ast.Call, bound: Bound) -> Iterator[str]:
    """Attributes that a call looks up by names which are written there, or are not."""
    function = call.func.id if isinstance(call.func, ast.Name) else ""
    if function == "vars" and call.args and is_foreign(call.args[0], bound):
        yield "vars(…)"
    for name in asked_for(call, bound):
        if name is not None:
            yield from name.split(".")
        elif function == "getattr" or looks_up(call.func) == "__getattr__":
            base = call.args[0] if function else call.func.value  # type: ignore[attr-defined]
            if is_foreign(base, bound) and not isinstance(base, ast.Call):
                yield "getattr(…)"
            elif not (isinstance(base, ast.Name) and base.id == "self"):
                yield OF_A_VALUE
        else:
            yield f"{looks_up(call.func)}(…)"


@lru_cache(maxsize=1024)
def _looking_uncalled(node: ast.AST) -> tuple[str, ...]:
    """What would look up any name, and is given to somebody who may call it."""
    calls = {id(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)}
    held = (part for part in ast.walk(node) if id(part) not in calls)
    return tuple(f"{name.strip('_')}(…)" for name in map(looks_up, held) if name)


def _paths(node: ast.Attribute, ours: Set[str], bound: Bound) -> Iterator[str]:
    names, base = [node.attr], node.value
    while isinstance(base, ast.Attribute):
        names.append(base.attr)
        base = base.value
    tail = ".".join(reversed(names))
    if not isinstance(base, ast.Name):
        yield f"….{tail}"
    elif base.id not in ours:
        # the parts of self have names of the student's choice
        yield from [f"{base.id}.{tail}"] if base.id != "self" else []
    else:
        imported = [path for path in bound.get(base.id, ()) if is_path(path)]
        yield from (f"{path}.{tail}" for path in imported or [base.id])
