"""What the run that decides leaves out of a notebook that could run unread code.

`source` reads what an answer consists of. It cannot read what is made while the
notebook runs: a text for ``exec``, bytes for ``pickle``, what a frame holds. Such code
could undo the watching, or put what is ready-made in the place of something else. So
where a notebook names one of the ways to do that, the process that decides runs what
its answers consist of, and nothing that names one. Others are run as they are written.
"""

import ast
import copy
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from lernformer.grading import source
from lernformer.grading.source import Bound

# By these a program runs or changes what is not written in it.
NAMES = re.compile(
    r"__(loader|mro|spec|subclasses)__|(Code|Function|Lambda)Type|CompilationUnit"
    r"|Interactive\w+|_current_frames|addaudithook|currentframe|f_locals"
    r"|get(inner|outer)frames|get_type_hints|getmembers\w*|globals|rundocs|runstring"
    r"|run_(cell|code)|safe_execfile|set(profile|trace)|user_(global_)?ns|user_module"
)
OF_PYTHON = (
    "bdb|cProfile|cffi|cloudpickle|code|codeop|copyreg|dill|doctest|imp|joblib|marshal"
    "|pdb|pickle|pkgutil|profile|pydoc|pytest|runpy|sympy|timeit|trace|zipimport"
)
OF_TORCH, OF_UTILS = "fx|hub|jit|library|ops|package", "benchmark|cpp_extension"
MODULES = re.compile(
    rf"({OF_PYTHON}|inspect\.(stack|trace)|torch\.(_\w+|{OF_TORCH})"
    rf"|torch\.utils\.(_\w+|{OF_UTILS}))(\..*)?"
)
# Where none of this stands, there is nothing to look for: most notebooks.
ALARM = re.compile(
    rf"{source.UNDOING.pattern}|{NAMES.pattern}|compile|^ *%"
    rf"|\b({OF_PYTHON}|inspect|{OF_TORCH}|{OF_UTILS})\b|torch\.(utils\.)?_|import +\*",
    re.MULTILINE,
)
HARMLESS = {
    "timeit.default_timer",
    # magics of IPython's that run no Python
    *("%autoreload", "%config", "%env", "%load_ext", "%ls", "%matplotlib", "%pinfo"),
    *("%pinfo2", "%pip", "%precision", "%pwd", "%who", "%whos"),
}
NO_USE = "runs code that is not written there, for which an answer has no use"


def needed(cells: dict[int, str], answers: Iterable[str]) -> dict[int, str]:
    """What is run of each cell instead, by its place; nothing if all is run as it is.

    Statements that are left out become ``pass``, so that their number stays.

    Args:
        cells: the sources of code cells.
        answers: the names of what will be asked.
    """
    texts = tuple(cells.values())
    if not _holds_unread(texts):
        return {}
    bound = source.bound_by(texts)
    makers: dict[str, list[ast.AST]] = defaultdict(list)
    for statement in (one for text in texts for one in source.statements_of(text)):
        for name in _makes(statement):
            makers[name].append(statement)
    names, todo = set[str](), list(answers)
    while todo:
        if (name := todo.pop()) not in names:
            names.add(name)
            for what in (*bound.get(name, ()), *makers[name]):
                todo += source.global_names(what) if isinstance(what, ast.AST) else ()
    found = {}
    for place, text in cells.items():
        try:
            statements = copy.deepcopy(source.statements_of(text))
            kept = [_kept(one, names, bound) for one in statements]
            found[place] = ast.unparse(ast.Module(kept, type_ignores=[]))
        except RecursionError:
            found[place] = ""
    return found


def unwritten(cells: tuple[str, ...], name: str) -> str:
    """Why an answer was not run, as a student reads it; empty if it was."""
    if not _holds_unread(cells):
        return ""
    bound = source.bound_by(cells)
    reached = source.reached_by(bound, name)
    return NO_USE if any(unread(one, bound) for one in reached) else ""


@lru_cache(maxsize=1)
def _holds_unread(cells: tuple[str, ...]) -> bool:
    if not any(map(source.alarming(ALARM), cells)):
        return False
    bound = source.bound_by(cells)
    every = (one for text in cells for one in source.statements_of(text))
    return any(unread(one, bound) for one in every)


def unread(node: ast.AST, bound: Bound) -> bool:
    """Whether a piece of code could run or change what is not written there."""
    if isinstance(node, ast.Import | ast.ImportFrom) and node.names[0].name != "*":
        return source.undoes(node)  # of other modules the use counts
    return (
        source.undoes(node)
        or any(map(NAMES.fullmatch, source.words(node)))
        or any(map(MODULES.fullmatch, {*_imported(node, bound)} - HARMLESS))
        or bool({*_magics(node)} - HARMLESS)
    )


def _imported(node: ast.AST, bound: Bound) -> Iterator[str]:
    """The dotted paths of what is imported, or used of what was imported."""
    inner = set()
    for part in ast.walk(node):  # the outer of a.b.c comes first
        if id(part) in inner:
            continue
        tail, base = "", part
        while isinstance(base, ast.Attribute):
            tail, base = f".{base.attr}{tail}", base.value
            inner.add(id(base))
        if isinstance(part, ast.Import | ast.ImportFrom):
            home = f"{part.module}." if isinstance(part, ast.ImportFrom) else ""
            yield from (f"{home}{one.name}" for one in part.names)
        if isinstance(base, ast.Name):
            if base.id == "compile" and not bound.get("compile"):
                yield "code"
            known = (path for path in bound.get(base.id, ()) if isinstance(path, str))
            yield from (f"{path}{tail}" for path in known)


def _magics(node: ast.AST) -> Iterator[str]:
    """The names of IPython's magics, in front of which stands a "%"."""
    for part in ast.walk(node):
        match part:
            case ast.Call(ast.Attribute(attr=name), [ast.Constant(str(magic)), *_]):
                if name in ("run_cell_magic", "run_line_magic"):
                    yield f"%{magic}"


def _kept(statement: ast.stmt, names: set[str], bound: Bound) -> ast.stmt:
    """A statement, or what is run instead of it."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return statement
    if isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.Try):
        head, inner = _parts(statement, names, bound)
        kept = _makes(head) & names or any(not isinstance(x, ast.Pass) for x in inner)
        if kept and not unread(head, bound):
            return statement
    elif _makes(statement) & names and not unread(statement, bound):
        return statement
    return ast.Pass()


def _parts(
    statement: ast.stmt, names: set[str], bound: Bound
) -> tuple[ast.stmt, list[ast.stmt]]:
    """A compound statement without its blocks, and what is kept of these, in place."""
    head, every = copy.copy(statement), []
    for field in ("body", "orelse", "finalbody"):
        if block := getattr(statement, field, None):
            kept = [_kept(one, names, bound) for one in block]
            every += kept
            setattr(statement, field, kept)
            setattr(head, field, [ast.Pass()])
    for handler in getattr(statement, "handlers", ()):
        handler.body = [_kept(one, names, bound) for one in handler.body]
        every += handler.body
    return head, every


def _makes(statement: ast.stmt) -> set[str]:
    """What a statement binds, or calls a method of: ``layers.append(layer)``."""
    found = {name for name, _ in source.bindings(statement)}
    match statement:
        case ast.Expr(ast.Call(ast.Name("setattr"), [thing, *_])):
            return found | {_root(thing)}
        case ast.Expr(ast.Call(ast.Attribute(value=thing))):
            return found | {_root(thing)}
    return found


def _root(thing: ast.AST) -> str:
    while isinstance(thing, ast.Attribute | ast.Subscript):
        thing = thing.value
    return thing.id if isinstance(thing, ast.Name) else ""
