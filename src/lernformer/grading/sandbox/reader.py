"""How a notebook's code is changed for the process that decides its points.

The rule: **whatever a notebook looks up in an object that is not its own must be on a
list (`listed.ini`), and `guard` looks it up, because it sees the object itself.**

So it does not matter how an object is spelled or reached. Modules come as views that
show what is listed. Names that could lead past a view, such as ``__globals__`` or
``format``, become calls of `guard`, and so does all that sets or deletes an attribute.
A statement that uses such a name in any other place raises `guard.Refused` instead.

What this promises: the process that decides runs no text, no bytes and no frame's
secrets, only code that is written in the notebook, and that code cannot reach what
watches it (`probes.refusing`). What it does not promise: that an answer is the
student's own work. Which of torch's functions it calls, the watcher sees.

Where it ends: values that libraries hand over come as they are, unless they are
modules or are looked up by one of those names. And code that is harmless but not on the
list does not run either; the student then reads which it was.

How much of a fixed answer was rewritten is read here as well, before anything of
the notebook has run.
"""

import ast
import configparser
import dis
import re
import types
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

LIST = configparser.ConfigParser(interpolation=None, delimiters=["="])
LIST.optionxform = str  # type: ignore[assignment,method-assign]
LIST.read(Path(__file__).with_name("listed.ini"), "utf-8")


def listed(section: str, name: str) -> frozenset[str]:
    return frozenset(LIST[section][name].split())


SPOKEN = {f"__{name}__" for name in listed("methods", "names")}
HIDDEN = listed("hidden", "names")
LOOK, OWN, REFUSE = "__look__", "__own__", "__refuse__"  # which no notebook can write
PYLAB = """
import numpy, matplotlib
import numpy as np, matplotlib.pyplot as plt
from matplotlib import pyplot, mlab
from IPython.display import display
from matplotlib.pylab import *
from numpy import *
"""
FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
LONG = 20_000  # characters of a definition

Definition = ast.FunctionDef | ast.ClassDef


def is_secret(name: str) -> bool:
    """Whether a name leads from ordinary objects to what lies behind them."""
    return name in HIDDEN or (name.startswith("_") and name not in SPOKEN)


# Code for the process that decides ----------------------------------------------------


def statements_of(cell: str) -> list[ast.stmt]:
    """The statements of a cell; of ``%%time`` and its like those that it times."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are not about our code
        whole = ast.parse(TransformerManager().transform_cell(cell)).body
    return [part for one in whole for part in _unwrapped(one)]


def _unwrapped(statement: ast.stmt) -> list[ast.stmt]:
    match statement:
        case ast.Expr(
            ast.Call(
                ast.Attribute(attr="run_cell_magic" | "run_line_magic"),
                [
                    ast.Constant("time" | "timeit" | "capture" | "prun"),
                    *_,
                    ast.Constant(str(text)),
                ],
            )
        ):
            while option := re.match(r"-\w+ (?:\d+ )?", text):
                text = text[option.end() :]
            return statements_of(text) or [statement]
        case ast.Expr(ast.Call(ast.Attribute(), [ast.Constant("pylab"), *_])):
            return ast.parse(PYLAB).body
    return [statement]


class Secret(Exception):
    """A name is used where nobody can look at what it leads to."""


class Guarded(ast.NodeTransformer):
    """Lets `guard` look up, set and delete what a notebook's code does."""

    def __init__(self):
        self.classes: list[str] = []

    def visit(self, node: ast.AST) -> Any:
        try:
            self._check(node)
            return super().visit(node)
        except Secret as secret:
            if not isinstance(node, ast.stmt):
                raise
            said = ast.Expr(_call(node, REFUSE, ast.Constant(str(secret))))
            return ast.fix_missing_locations(ast.copy_location(said, node))

    def _check(self, node: ast.AST) -> None:
        """See that each name in the syntax itself, as a function's, is spoken."""
        for field, value in ast.iter_fields(node):
            if field in ("value", "attr", "module"):
                continue
            for word in value if isinstance(value, list) else [value]:
                if not isinstance(word, str):
                    continue
                shut = word.startswith("__") and word.endswith("__")
                told = isinstance(node, ast.keyword | ast.MatchClass)
                looked_up = told and word in HIDDEN
                if looked_up or (shut and word not in SPOKEN):
                    raise Secret(f"uses {word}")
        match node:
            case ast.Name("__name__", ast.Store() | ast.Del()):
                raise Secret("changes __name__")  # by which a class says whose it is
            case ast.MatchValue(ast.Attribute(attr=name)) if is_secret(name):
                raise Secret(f"looks up .{name}")
            case ast.Call(ast.Name("type"), [_, _, *_]):
                self._check_made(node)

    def _check_made(self, call: ast.Call) -> None:
        """See that what ``type`` makes has names that are written there."""
        made = call.args[-1]
        keys = made.keys if isinstance(made, ast.Dict) else [None]
        for key in keys:
            if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                raise Secret("makes a class of names that are not written there")
            if is_secret(key.value):
                raise Secret(f"uses {key.value}")

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.classes.append(node.name)
        try:
            return self.generic_visit(node)
        finally:
            self.classes.pop()

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        name = node.attr
        if self.classes and name.startswith("__") and not name.endswith("__"):
            name = f"_{self.classes[-1].lstrip('_')}{name}"
        told = ast.Constant(name)
        if not isinstance(node.ctx, ast.Load):
            node.value = _call(node, OWN, node.value, told)
        elif is_secret(name) or name == "format":
            return _call(node, LOOK, node.value, told)
        return node


def _call(place: Any, name: str, *arguments: ast.expr) -> ast.Call:
    made = ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
    return ast.fix_missing_locations(ast.copy_location(made, place))


def guarded(cell: str) -> list[ast.stmt]:
    """A cell's statements as they may run in the process that decides.

    Raises:
        SyntaxError: if nothing of it runs anywhere.
    """
    return [Guarded().visit(one) for one in statements_of(cell)]


# Of what code an answer is made -------------------------------------------------------


class Bound:
    """What statements bind, by name."""

    def __init__(self, cells: dict[int, str]):
        self.by: dict[str, list[ast.stmt]] = defaultdict(list)
        self.code: dict[ast.stmt, types.CodeType] = {}
        self.unread: list[int] = []
        for place, cell in cells.items():
            try:
                for one in statements_of(cell):
                    tree = ast.Module([one], type_ignores=[])
                    self.code[one] = compile(tree, "cell", "exec", FLAGS)
                    for name in set(_names(self.code[one], "STORE")):
                        self.by[name].append(one)
            except (SyntaxError, ValueError):
                continue  # what is left of it does not run
            except (RecursionError, MemoryError):
                self.unread.append(place)

    def reached(self, name: str) -> list[ast.stmt]:
        """The statements that an answer consists of."""
        found: dict[ast.stmt, None] = {}
        seen, todo = {name}, [name]
        while todo:
            for one in self.by.get(todo.pop(), ()):
                if one not in found:
                    found[one] = None
                    more = set(_names(self.code[one], "LOAD")) - seen
                    seen |= more
                    todo += more
        return list(found)


def _names(
    code: types.CodeType, operation: str, outermost: bool = True
) -> Iterator[str]:
    """The names that a code object, or one within it, looks up or binds globally."""
    for step in dis.get_instructions(code):
        kind, _, where = step.opname.partition("_")
        if kind == operation and (
            "GLOBAL" in where or (where == "NAME" and (outermost or kind == "LOAD"))
        ):
            yield step.argval
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield from _names(part, operation, outermost=False)


def read(
    cells: dict[int, str], answers: list[str], others: list[str], given: list[str]
) -> dict[str, Any]:
    """Of what code answers are made.

    Args:
        cells: the sources of a notebook's code cells, by place.
        answers: the names of what was to be fixed.
        others: those of the other answers.
        given: sources of released cells, whose names are nobody's own work, too.

    Returns:
        ``made``, by answer: its ``definitions``, none where the name may be bound to
        anything else, and how many lines of the student's own it uses besides
        (``more``). ``unread``: places of cells that are nested too deeply.
    """
    bound, known = Bound(cells), {*others, *Bound(dict(enumerate(given))).by}
    found = {}
    for name in answers:
        own = bound.by.get(name, [])
        plain = all(
            isinstance(x, Definition) and x.name == name and not x.decorator_list
            for x in own
        )
        others_own = {x for other in known - {name} for x in bound.by.get(other, ())}
        helpers = [
            x
            for x in bound.reached(name)
            if x not in others_own
            and x not in own
            and not isinstance(x, ast.Import | ast.ImportFrom)
        ]
        found[name] = {
            "definitions": [ast.unparse(x)[:LONG] for x in own[:5] * plain],
            "more": sum(ast.unparse(x).count("\n") + 1 for x in helpers),
        }
    return {"made": found, "unread": bound.unread}
