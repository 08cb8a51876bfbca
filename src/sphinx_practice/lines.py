"""Compares the lines of a program, and replaces them with other lines."""

import ast
import re
from collections import Counter


def statement(line: str) -> str | None:
    """Return the name that a line assigns to, or ``"return"``; otherwise, none."""
    try:
        (node,) = ast.parse(f"def f():\n {line.strip()}").body[0].body
    except (SyntaxError, ValueError):
        return None
    if "super()" in line or isinstance(node, ast.Expr | ast.Pass):
        return None
    if isinstance(node, ast.Assign):
        return ", ".join(map(ast.unparse, node.targets))
    if isinstance(node, ast.AugAssign):
        return ast.unparse(node.target)
    return "return" if isinstance(node, ast.Return) else None


def distance(line: str, other: str) -> int:
    """Return how many words and symbols occur in only one of two lines."""
    one, two = (Counter(re.findall(r"\w+|[^\w\s]", text)) for text in (line, other))
    return ((one - two) + (two - one)).total()


def filled(code, places, lines) -> str:
    """Return the program as text, with its gaps filled by lines indented to fit."""
    built = list(code)
    for at, line in zip(places, lines, strict=True):
        indent = code[at][: len(code[at]) - len(code[at].lstrip())]
        built[at] = indent + line
    return "\n".join(built)
