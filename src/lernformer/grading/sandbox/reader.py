"""Rewrites a notebook's code for the process that decides its score.

The rule: **anything that a notebook looks up on an object that isn't its own must be in
`listed.ini`, and `guard` does the lookup, because it sees the object itself.**

So it makes no difference how the notebook spells or reaches the object. A module is
replaced by a view that shows only what is listed. Some names, such as ``__globals__``
or ``format``, could lead past a view. Looking them up becomes a call to `guard`, and so
does everything that sets or deletes an attribute. If a statement uses such a name
anywhere else, it raises `guard.Refused` instead of running.

We promise two things. This process runs only code that is written in the notebook, and
never code that is made from text or bytes or found in a frame. And this code can't
reach its watcher (`probes.refusing`), which sees which of torch's functions an answer
calls. We don't promise that an answer is the student's own work.

There are limits. Values that libraries return are passed on unchanged, unless they are
modules or were looked up by one of those names. Harmless code that isn't on the list
doesn't run either, but the message then says what was refused.
"""

import ast
import configparser
import functools
import re
import warnings
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
LOOK, OWN, REFUSE = "__look__", "__own__", "__refuse__"  # no notebook can write these


def is_secret(name: str) -> bool:
    """Return True if a name leads from ordinary objects to Python's internals."""
    return name in HIDDEN or (name.startswith("_") and name not in SPOKEN)


@functools.cache
def transformed(cell: str) -> str:
    """Return a cell's code with its magics turned into Python."""
    return TransformerManager().transform_cell(cell)


def statements_of(cell: str) -> list[ast.stmt]:
    """Return a cell's statements, including those inside magics like ``%%time``."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the student has already seen them
        whole = ast.parse(transformed(cell)).body
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
            return ast.parse(LIST["magics"]["pylab"]).body
    return [statement]


class Secret(Exception):
    """A name is used in a place where `guard` can't do the lookup."""


class Guarded(ast.NodeTransformer):
    """Replaces attribute lookups, assignments and deletions with calls to `guard`."""

    def __init__(self):
        self.classes: list[str] = []

    def visit(self, node: ast.AST) -> Any:
        try:
            self._check(node)
            return super().visit(node)
        except Secret as secret:
            if not isinstance(node, ast.stmt):
                raise
            refusal = ast.Expr(_call(node, REFUSE, ast.Constant(str(secret))))
            return ast.fix_missing_locations(ast.copy_location(refusal, node))

    def _check(self, node: ast.AST) -> None:
        """Refuse secret names in the syntax itself, such as a function's name."""
        words = [
            word
            for field, value in ast.iter_fields(node)
            if field not in ("value", "attr", "module")
            for word in (value if isinstance(value, list) else [value])
            if isinstance(word, str)
        ]
        for word in words:
            shut = word.startswith("__") and word.endswith("__")
            looked_up = isinstance(node, ast.keyword | ast.MatchClass)
            if (shut and word not in SPOKEN) or (looked_up and word in HIDDEN):
                raise Secret(f"uses {word}")
        match node:
            case ast.Name("__name__", ast.Store() | ast.Del()):
                raise Secret("changes __name__")  # this name shows whose class it is
            case ast.MatchValue(ast.Attribute(attr=name)) if is_secret(name):
                raise Secret(f"looks up .{name}")
            case ast.Call(ast.Name("type"), [_, _, *_]):
                self._check_made(node)

    def _check_made(self, call: ast.Call) -> None:
        """Refuse a class made by ``type`` unless its names are written in the call."""
        made = call.args[-1]
        for key in made.keys if isinstance(made, ast.Dict) else [None]:
            if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                raise Secret("makes a class with names that aren't written in the call")
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
        if not isinstance(node.ctx, ast.Load):
            node.value = _call(node, OWN, node.value, ast.Constant(name))
        elif is_secret(name) or name == "format":
            return _call(node, LOOK, node.value, ast.Constant(name))
        return node


def _call(place: Any, name: str, *arguments: ast.expr) -> ast.Call:
    made = ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
    return ast.fix_missing_locations(ast.copy_location(made, place))


def guarded(cell: str) -> list[ast.stmt]:
    """Return a cell's statements, rewritten for the deciding process.

    Raises:
        SyntaxError: if the cell cannot be parsed, so none of it runs anywhere.
    """
    return [Guarded().visit(one) for one in statements_of(cell)]
