"""Small changes to a student's own code, found in its syntax tree.

``rewrites`` looks at one node and yields what could replace it; the rest of the
text stays as the student wrote it. Edits from the catalogue are added if they fit.
"""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from lernformer.mistakes.mistake import parted
from lernformer.mistakes.table import BODY, Edited, edited, read

LONGEST = 100  # the most characters in a changed line
WHY = {
    "keepdims": "Without keepdims the axis is gone, so the result lines up differently",
    "axis": "The work is done along a different axis",
    "scale": "A factor is missing, so all the later numbers have a different size",
    "order": "The operands are the wrong way round, and their order matters",
    "turn": "The axes keep their old order",
    "term": "One term of the sum is missing",
    "function": "A different function does the work",
    "compare": "The comparison now gives a different result",
    "sign": "The sign between the two parts is different",
    "not": "The negation is missing, so the opposite holds",
    "place": "A position is off, so a different part is read",
    "choice": "Nothing is selected any more, so all of it is used",
    "number": "A constant has a different value",
    "letters": "The letters name the axes in a different order",
    "arguments": "Two arguments have changed places",
    "call": "A step of the calculation is missing",
    "statement": "A statement is missing",
}
PAIRS = "max min, amax amin, maximum minimum, argmax argmin, sum mean, std var, sin cos"
PAIRS += ", tril triu, ones zeros, any all"
OPPOSITE = dict(pair.split() for pair in PAIRS.split(", "))
OPPOSITE |= {b: a for a, b in OPPOSITE.items()}
TURNS = {"transpose", "swapaxes", "permute", "moveaxis", "t", "flip"}
PLAIN = {"len", "range", "int", "list", "super", "enumerate", "tuple", "zip", "dict"}
PLAIN |= {"set", "print", "isinstance", "iter", "next", "str", "bool", "float"}
COMPARED = {ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">="}
COMPARED |= {ast.GtE: ">", ast.In: "not in", ast.Is: "is not", ast.IsNot: "is"}
OTHER = {ast.Add: "-", ast.BitAnd: "|", ast.BitOr: "&", ast.FloorDiv: "/"}


class Edit(NamedTuple):
    """A small change to code."""

    rule: str  # a name in `WHY`, or the id of a mistake
    text: str  # the whole code after the change
    line: int  # the number of the changed line, counted from 1
    old: str  # that line before the change, without indentation
    new: str  # the same line after it
    why: str  # one sentence on what the change does


def inner(node: ast.AST) -> str:
    """Return the code of a node, in brackets if something might bind more tightly."""
    tight = ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.Constant
    return ast.unparse(node) if isinstance(node, tight) else f"({ast.unparse(node)})"


def _called(node: ast.AST) -> str:
    node = node.func if isinstance(node, ast.Call) else ast.Pass()
    return getattr(node, "attr", getattr(node, "id", ""))


def _number(node: ast.AST) -> int | None:
    """Return the integer that code spells out, such as ``-1``; otherwise, ``None``."""
    code = ast.unparse(node)
    return int(code) if re.fullmatch(r"-?\d+", code) else None


def _with(node: ast.AST, **fields: object) -> str:
    """Return the code of a node with some of its fields changed."""
    known = {name: getattr(node, name) for name in node._fields}
    return ast.unparse(type(node)(**known | fields))


def rewrites(node: Any) -> Iterator[tuple[str, str]]:
    """Yield replacements for a node: pairs of a name in ``WHY`` and the new code."""
    match node:
        case ast.keyword("keepdims" | "keepdim"):
            yield "keepdims", f"{node.arg}=False"
        case ast.keyword("axis" | "dim", value):
            known = {"-1": "0", "0": "-1", "1": "0", "2": "1"}
            yield "axis", f"{node.arg}={known.get(ast.unparse(value), '-1')}"
        case ast.BinOp(left, sign, right):
            if isinstance(sign, ast.Div | ast.Mult):
                yield "scale", inner(left)
            if isinstance(sign, ast.Sub | ast.MatMult | ast.Div | ast.Pow):
                yield "order", _with(node, left=right, right=left)
            if isinstance(sign, ast.Add | ast.Sub):
                yield "term", inner(left)
            if isinstance(sign, ast.Add | ast.Mult):
                yield "term" if isinstance(sign, ast.Add) else "scale", inner(right)
            if type(sign) in OTHER:
                yield "sign", f"{inner(left)} {OTHER[type(sign)]} {inner(right)}"
        case ast.Compare(left, [sign], [right]) if type(sign) in COMPARED:
            yield "compare", f"{inner(left)} {COMPARED[type(sign)]} {inner(right)}"
        case ast.BoolOp(sign, [left, right]):
            other = "or" if isinstance(sign, ast.And) else "and"
            yield "sign", f"{inner(left)} {other} {inner(right)}"
        case ast.UnaryOp(_, operand) if _number(operand) is None:
            yield "not", inner(operand)
        case ast.IfExp(_, body, orelse):
            yield "not", _with(node, body=orelse, orelse=body)
        case ast.Attribute(value, "T" | "mT"):
            yield "turn", inner(value)
        case ast.Slice(None, ast.AST() as upper, None):
            yield "place", f"{inner(upper)}:"
        case ast.Slice(ast.AST() as lower, None, None):
            yield "place", f":{inner(lower)}"
        case ast.Subscript(value, index, ast.Load()):
            *first, last = index.elts if isinstance(index, ast.Tuple) else [index]
            if (number := _number(last)) is not None:
                there: ast.expr = ast.Constant(-1 if number == 0 else 0)
                there = ast.Tuple([*first, there]) if first else there
                yield "place", _with(node, slice=there)
            if _number(index) is None:
                yield "choice", inner(value)
        case ast.Constant(bool() as value):
            yield "number", str(not value)
        case ast.Constant(int() as value):
            yield "number", str(value + 1)
        case ast.Constant(float() as value):
            yield "number", repr(2 * value + (value == 0))
        case ast.Constant(str() as value) if re.fullmatch(r"[\w., ]+->[\w. ]+", value):
            yield "letters", repr(f"{value[:-2]}{value[-1]}{value[-2]}")
        case ast.AugAssign() | ast.Break() | ast.Continue():
            yield "statement", "pass"
        case ast.Assign([ast.Subscript() | ast.Name() as target], value):
            name = getattr(target, "id", "")
            if not name or re.search(rf"\b{name}\b", ast.unparse(value)):
                yield "statement", "pass"
        case ast.Expr(ast.Call()) if "super()" not in ast.unparse(node):
            yield "statement", "pass"
        case ast.Call():
            yield from _of_call(node)


def _of_call(node: ast.Call) -> Iterator[tuple[str, str]]:
    name = _called(node)
    match node.func:
        case ast.Attribute(ast.Name("np" | "torch")) if name in TURNS:
            yield "turn", inner(node.args[0])
        case ast.Attribute(value) if name in TURNS:
            yield "turn", inner(value)
        case ast.Attribute(value) if name in OPPOSITE:
            yield "function", _with(node, func=ast.Attribute(value, OPPOSITE[name]))
        case ast.Name("max" | "min" | "any" | "all"):
            yield "function", _with(node, func=ast.Name(OPPOSITE[name]))
    if len(node.args) > 1 and not any(isinstance(x, ast.Starred) for x in node.args):
        *first, one, other = node.args
        yield "arguments", _with(node, args=[*first, other, one])
    match node:
        case _ if name in PLAIN:
            if name == "range" and len(node.args) == 1:
                yield "place", _with(node, args=[ast.Constant(1), *node.args])
        case ast.Call(_, [one], []):
            if not isinstance(one, ast.Starred | ast.GeneratorExp):
                yield "call", inner(one)
        case ast.Call(ast.Attribute(value), [], []) if _called(value) != "super":
            yield "call", inner(value)


def possible(code: str, task_id: str) -> list[Edit]:
    """Return all edits that fit some code, with those from the task's catalogue first.

    Raises:
        SyntaxError: if the code can't be parsed.
    """
    every = [*from_catalogue(code, task_id), *from_tree(code)]
    return list({one.text: one for one in every}.values())


def from_tree(code: str) -> Iterator[Edit]:
    """Yield the edits that the rules allow in the bodies of functions."""
    functions = (x for x in ast.walk(ast.parse(code)) if isinstance(x, ast.FunctionDef))
    for statement in (x for function in functions for x in function.body):
        for node in ast.walk(statement):
            for rule, new in rewrites(node):
                yield from _edit(rule, code, replaced(code, node, new), f"{WHY[rule]}.")


def replaced(code: str, node: Any, new: str) -> str:
    """Return the code with a node replaced by other text."""
    lines = code.encode().splitlines(keepends=True)  # nodes have byte offsets
    start = sum(len(x) for x in lines[: node.lineno - 1]) + node.col_offset
    end = sum(len(x) for x in lines[: node.end_lineno - 1]) + node.end_col_offset
    whole = b"".join(lines)
    return (whole[:start] + new.encode() + whole[end:]).decode()


def from_catalogue(code: str, task_id: str) -> Iterator[Edit]:
    """Yield the edits of mistakes in the catalogue that fit this code."""
    module = import_module(f"lernformer.mistakes.{task_id}")
    path = Path(str(module.__file__)).with_suffix(".txt")
    for entry in read(path) if path.is_file() else ():
        for way in entry.ways:
            if isinstance(way, Edited) and all(old != BODY for old, _ in way.edits):
                with suppress(ValueError):  # it doesn't fit
                    text = edited(code, way.edits)
                    yield from _edit(entry.id, code, text, parted(entry.cause)[0])


def _edit(rule: str, code: str, text: str, why: str) -> Iterator[Edit]:
    """Yield an edit if it changes only one line and Python can parse the result."""
    try:
        if ast.dump(ast.parse(code)) == ast.dump(ast.parse(text)):
            return
    except (SyntaxError, ValueError):
        return
    before, after = code.splitlines(), text.splitlines()
    differ = [i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b]
    if len(before) == len(after) and len(differ) == 1:
        old, new = before[differ[0]].strip(), after[differ[0]].strip()
        if max(len(old), len(new)) <= LONGEST:
            yield Edit(rule, text, differ[0] + 1, old, new, why)
