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
import contextlib
import inspect
import re
import sys
import time
import types
import unicodedata
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from functools import lru_cache, partial
from typing import TypeGuard

from IPython.core.inputtransformer2 import TransformerManager

from lernformer.probes.case import Probe
from lernformer.probes.earlier import looked_up
from lernformer.probes.probing import OutOfTime, time_limit
from lernformer.probes.refusing import locate

SHORT = 4_000  # characters of a cell that is remembered as it was read
PATIENCE = 2.0  # seconds of computing for all cells; an honest notebook takes 0.1

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
# What looks an attribute up by a name that it is told; getattr takes the object first.
LOOKING = {"getattr": 1, "__getattr__": 0, "attrgetter": 0, "methodcaller": 0}
# These begin no name: what changes things that are not the notebook's own, or are.
PATCH, CHANGE = " ", "."
# calls whose result lies outside of the notebook's own names
OUTSIDE = {"__import__", "get_ipython", "globals", "vars"}
# What a notebook binds each name to: statements, or dotted paths of imports.
Bound = dict[str, list[ast.AST | str]]


def unreadable(cells: dict[int, str]) -> dict[int, str]:
    """Cells that are not run, as nobody could say what they do, each with the reason.

    Python can be told to nest deeper in there than it does out here. The short ones are
    read first, so that a long one takes no other's time.
    """
    found, start = {}, time.process_time()
    for place in sorted(cells, key=lambda place: len(cells[place])):
        left = PATIENCE - (time.process_time() - start)
        try:
            with time_limit(max(left, 0.01)):
                statements_of(cells[place])
        except (RecursionError, MemoryError):
            found[place] = "left out, because it is nested too deeply to be read"
        except OutOfTime:
            found[place] = "left out, because it takes too long to be read"
    return found


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


@lru_cache(maxsize=1)
def bound_by(cells: tuple[str, ...]) -> Bound:
    """What the notebook binds each name to: statements, or dotted paths of imports."""
    found: Bound = defaultdict(list)
    for source in cells:
        for statement in statements_of(source):
            for name, what in bindings(statement):
                found[name].append(what)
    for source in cells:
        for statement in statements_of(source):
            for patch in _patches(statement, found):
                found[f"{PATCH}{len(found)}"].append(patch)
            for name in filter(partial(_holds_things, found), changes(statement)):
                found[f"{CHANGE}{name}"].append(statement)
    return found


def _holds_things(bound: Bound, name: str) -> bool:
    """Whether something may be put into it: no function, class, number or module."""
    found = bound.get(name, ())
    if any(isinstance(what, str) for what in found):
        return False
    kinds = ast.FunctionDef | ast.ClassDef
    values = [getattr(x, "value", x) for x in found if not isinstance(x, kinds)]
    parts = (part for x in values if not isinstance(x, str) for part in ast.walk(x))
    closed = ast.Constant | ast.operator | ast.unaryop | ast.UnaryOp | ast.BinOp
    return any(not isinstance(part, closed) for part in parts)


def statements_of(cell: str) -> list[ast.stmt]:
    """The statements of a cell that Python would run."""
    return _read(cell) if len(cell) <= SHORT else _read.__wrapped__(cell)


@lru_cache(maxsize=64)  # of one submission each is read more than once
def _read(cell: str) -> list[ast.stmt]:
    kept: list[ast.stmt] = []
    with warnings.catch_warnings(), contextlib.suppress(SyntaxError, ValueError):
        warnings.simplefilter("ignore")  # they are not about our code
        for statement in ast.parse(TransformerManager().transform_cell(cell)).body:
            compile(ast.Module([statement], type_ignores=[]), "cell", "exec")
            # the first that is wrong ends the cell
            kept += _read.__wrapped__(_timed(statement) or "") or [statement]
    return kept


def _timed(statement: ast.stmt) -> str | None:
    """The code that stands behind ``%%time``, ``%timeit`` and their like."""
    match statement:
        case ast.Expr(
            ast.Call(
                ast.Attribute(attr="run_cell_magic" | "run_line_magic"),
                [ast.Constant("time" | "timeit" | "capture" | "prun"), *_, code],
            )
        ) if isinstance(code, ast.Constant) and isinstance(code.value, str):
            return re.sub(r"^(-\w+ *\S* +)+", "", code.value)
    return None


def bindings(statement: ast.stmt) -> Iterator[tuple[str, ast.AST | str]]:
    if isinstance(statement, ast.Import):
        for one in statement.names:
            first = one.name.partition(".")[0]
            yield (one.asname, one.name) if one.asname else (first, first)
    elif isinstance(statement, ast.ImportFrom):
        for one in statement.names:
            yield one.asname or one.name, f"{statement.module}.{one.name}"
    elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name, statement
        for part in ast.walk(statement):
            if isinstance(part, ast.Global):
                yield from ((name, statement) for name in part.names)
    elif isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.Try):
        if isinstance(statement, ast.For):
            yield from _targets(statement.target, statement.iter)
        for part in ast.iter_child_nodes(statement):
            if isinstance(part, ast.stmt):
                yield from bindings(part)
            elif isinstance(part, ast.withitem) and part.optional_vars:
                yield from _targets(part.optional_vars, part.context_expr)
            elif isinstance(part, ast.ExceptHandler):
                for inner in part.body:
                    yield from bindings(inner)
    elif isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign):
        targets: list[ast.expr] = (
            statement.targets
            if isinstance(statement, ast.Assign)
            else [statement.target]
        )
        for target in targets:
            yield from _targets(target, statement)
    if isinstance(statement, ast.Expr | ast.Assign | ast.If | ast.While | ast.Assert):
        for part in ast.walk(getattr(statement, "value", None) or statement):
            if isinstance(part, ast.NamedExpr):
                yield from _targets(part.target, part.value)


def _targets(target: ast.AST, what: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for part in ast.walk(target):  # also x of x[0] = … and of x.f = …
        if isinstance(part, ast.Name):
            yield part.id, what


def _patches(statement: ast.stmt, bound: Bound) -> list[ast.AST | str]:
    """What of a statement changes a library: ``np.exp = own``, also in a function."""
    inner: list[ast.AST | str] = [
        one
        for one in ast.walk(statement)
        if isinstance(one, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr)
        and any(is_foreign(target, bound) for target in _changed(one))
    ]
    whole = isinstance(statement, ast.FunctionDef | ast.ClassDef)
    return [statement] if inner and whole else inner


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
        names = {*_new_names(statement)} if not isinstance(statement, str) else set()
        meant = any(one in asked or one.startswith("_") for one in names)
        yield from ((node, meant) for node in reached_by(bound, patch))


def _new_names(statement: ast.AST) -> Iterator[str]:
    """Under which names a library has something else afterwards; "_" if not written."""
    for one in ast.walk(statement):
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
            yield one.attr
        elif isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store):
            yield written(one.slice) or "_"
        elif isinstance(one, ast.Call) and [*_changed(one)]:
            if isinstance(one.func, ast.Name) and len(one.args) > 1:
                yield written(one.args[1]) or "_"
            else:
                yield from (word.arg or "_" for word in one.keywords)
                yield from ("_" for _ in one.args)


def _changed(statement: ast.AST) -> Iterator[ast.AST]:
    """The things of which a statement sets an attribute or an item."""
    for one in ast.walk(statement):
        if isinstance(one, ast.Attribute | ast.Subscript):
            if isinstance(one.ctx, ast.Store):
                yield one.value
        elif isinstance(one, ast.Call):
            if isinstance(one.func, ast.Name) and one.func.id == "setattr":
                yield from one.args[:1]
            elif isinstance(one.func, ast.Attribute) and one.func.attr == "update":
                yield one.func.value


def is_foreign(thing: ast.AST, bound: Bound) -> bool:
    """Whether it is imported, or is reached by a call that leads outside."""
    outside = False
    while not isinstance(thing, ast.Name):
        if isinstance(thing, ast.Call):
            thing, outside = thing.func, True
        elif isinstance(thing, ast.Attribute | ast.Subscript):
            thing = thing.value
        else:
            return False
    imported = any(map(_is, bound.get(thing.id, ())))
    return imported or (outside and thing.id in OUTSIDE)


def changes(node: ast.AST) -> set[str]:
    """The names whose things some code may put something into.

    It calls a method, as in ``layers.append(layer)``, or hands them to somebody.
    """
    found = set()
    for call in (x for x in ast.walk(node) if isinstance(x, ast.Call)):
        if isinstance(call.func, ast.Attribute):
            found.add(_root(call.func))
        found |= {one.id for one in call.args if isinstance(one, ast.Name)}
    return found - {""}


def _root(thing: ast.AST) -> str:
    while isinstance(thing, ast.Attribute | ast.Subscript):
        thing = thing.value
    return thing.id if isinstance(thing, ast.Name) else ""


def reached_by(bound: Bound, name: str) -> Iterator[ast.AST]:
    """The statements that an answer consists of, with those of what it calls."""
    known: set[str | int] = set()
    todo = [name]
    while todo:
        one = todo.pop()
        for what in (*bound.get(one, ()), *bound.get(f"{CHANGE}{one}", ())):
            if isinstance(what, str) or id(what) in known:
                if isinstance(what, str) and what not in known:
                    known.add(what)
                    yield ast.parse(what, mode="eval").body
                continue
            known.add(id(what))
            yield what
            todo += global_names(what)


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


@lru_cache(maxsize=1024)
def global_names(node: ast.AST) -> frozenset[str]:
    """The names in a piece of code that are looked up in the notebook."""
    if not isinstance(node, ast.stmt):
        return frozenset(x.id for x in ast.walk(node) if isinstance(x, ast.Name))
    code = compile(ast.Module([node], type_ignores=[]), "cell", "exec")
    return frozenset(looked_up(code))


def _named(node: ast.AST, bound: Bound) -> Iterator[str]:
    """Dotted names of what a piece of code looks up, as far as they can be told."""
    ours = global_names(node)
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute):
            if not _is_own_method(part, bound):
                yield from _paths(part, ours, bound)
        elif isinstance(part, ast.Name) and part.id in ours:
            for path in filter(_is, bound.get(part.id, [part.id])):
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


def written(node: ast.AST) -> str | None:
    """The text that an expression of nothing but texts is; ``None`` if it is another.

    >>> # "soft" + "max", f"soft{'max'}", "".join(["soft", "max"])
    """
    parts: Iterable[ast.AST] = ()
    between = ""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = node.left, node.right
    elif isinstance(node, ast.JoinedStr):
        parts = (
            x.value if isinstance(x, ast.FormattedValue) else x for x in node.values
        )
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "join"
        and isinstance(node.func.value, ast.Constant)
        and [*map(type, node.args)] in ([ast.List], [ast.Tuple])
    ):
        between = str(node.func.value.value)
        parts = node.args[0].elts  # type: ignore[attr-defined]
    texts = [written(part) for part in parts]
    whole = [text for text in texts if text is not None]
    return between.join(whole) if whole and len(whole) == len(texts) else None


def _looks(function: ast.AST) -> str:
    """What of `LOOKING` a name or an attribute is, if any."""
    name = getattr(function, "attr", getattr(function, "id", ""))
    return name if name in LOOKING else ""


def asked_for(call: ast.Call, bound: Bound | None = None) -> list[str | None]:
    """The names that a call looks up, None for one that is computed."""
    if not (name := _looks(call.func)):
        return []
    asked = call.args[LOOKING[name] :]
    found = []
    for one in asked if name == "attrgetter" else asked[:1]:
        held = (bound or {}).get(one.id, []) if isinstance(one, ast.Name) else []
        if len(held) == 1 and isinstance(held[0], ast.Assign):
            one = held[0].value
        found.append(written(one))
    return found


def _looked_up(call: ast.Call, bound: Bound) -> Iterator[str]:
    """Attributes that a call looks up by names which are written there, or are not."""
    function = call.func.id if isinstance(call.func, ast.Name) else ""
    if function == "vars" and call.args and is_foreign(call.args[0], bound):
        yield "vars(…)"
    for name in asked_for(call, bound):
        if name is not None:
            yield from name.split(".")
        elif function == "getattr" or _looks(call.func) == "__getattr__":
            base = call.args[0] if function else call.func.value  # type: ignore[attr-defined]
            if is_foreign(base, bound) and not isinstance(base, ast.Call):
                yield "getattr(…)"
            elif not (isinstance(base, ast.Name) and base.id == "self"):
                yield OF_A_VALUE
        else:
            yield f"{_looks(call.func)}(…)"


@lru_cache(maxsize=1024)
def _looking_uncalled(node: ast.AST) -> tuple[str, ...]:
    """What would look up any name, and is given to somebody who may call it."""
    calls = {id(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)}
    held = (part for part in ast.walk(node) if id(part) not in calls)
    return tuple(f"{name.strip('_')}(…)" for name in map(_looks, held) if name)


def uses(node: ast.AST, bound: Bound) -> Iterator[str]:
    """The dotted paths of what is used of what the notebook imports."""
    inner = set()
    for part in ast.walk(node):  # the outer of a.b.c comes first
        if id(part) in inner:
            continue
        tail, base = "", part
        while isinstance(base, ast.Attribute):
            tail, base = f".{base.attr}{tail}", base.value
            inner.add(id(base))
        if isinstance(base, ast.Name):
            known = (path for path in bound.get(base.id, ()) if isinstance(path, str))
            yield from (f"{path}{tail}" for path in known)


def imports(node: ast.AST) -> Iterator[str]:
    """The dotted paths of what some code itself imports."""
    for part in ast.walk(node):
        if isinstance(part, ast.Import | ast.ImportFrom):
            home = f"{part.module}." if isinstance(part, ast.ImportFrom) else ""
            yield from (f"{home}{one.name}" for one in part.names)


def magics(node: ast.AST) -> Iterator[str]:
    """The names of IPython's magics, in front of which stands a "%"."""
    for part in ast.walk(node):
        match part:
            case ast.Call(ast.Attribute(attr=name), [ast.Constant(str(magic)), *_]):
                if name in ("run_cell_magic", "run_line_magic"):
                    yield f"%{magic}"


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
        imported = [path for path in bound.get(base.id, ()) if _is(path)]
        yield from (f"{path}.{tail}" for path in imported or [base.id])


def _is(path: ast.AST | str) -> TypeGuard[str]:
    return isinstance(path, str)
