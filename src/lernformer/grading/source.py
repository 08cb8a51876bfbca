"""What a notebook's code binds, names, calls and changes, read without running it."""

import ast
import contextlib
import re
import time
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import TypeGuard

from IPython.core.inputtransformer2 import TransformerManager

from lernformer.probes.earlier import looked_up
from lernformer.probes.probing import OutOfTime, time_limit

SHORT = 4_000  # characters of a cell that is remembered as it was read
PATIENCE = 2.0  # seconds of computing for all cells; an honest notebook takes 0.1
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


def new_names(statement: ast.AST) -> Iterator[str]:
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
    imported = any(map(is_path, bound.get(thing.id, ())))
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


@lru_cache(maxsize=1024)
def global_names(node: ast.AST) -> frozenset[str]:
    """The names in a piece of code that are looked up in the notebook."""
    if not isinstance(node, ast.stmt):
        return frozenset(x.id for x in ast.walk(node) if isinstance(x, ast.Name))
    code = compile(ast.Module([node], type_ignores=[]), "cell", "exec")
    return frozenset(looked_up(code))


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


def looks_up(function: ast.AST) -> str:
    """What of `LOOKING` a name or an attribute is, if any."""
    name = getattr(function, "attr", getattr(function, "id", ""))
    return name if name in LOOKING else ""


def asked_for(call: ast.Call, bound: Bound | None = None) -> list[str | None]:
    """The names that a call looks up, None for one that is computed."""
    if not (name := looks_up(call.func)):
        return []
    asked = call.args[LOOKING[name] :]
    found = []
    for one in asked if name == "attrgetter" else asked[:1]:
        held = (bound or {}).get(one.id, []) if isinstance(one, ast.Name) else []
        if len(held) == 1 and isinstance(held[0], ast.Assign):
            one = held[0].value
        found.append(written(one))
    return found


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


def is_path(path: ast.AST | str) -> TypeGuard[str]:
    return isinstance(path, str)
