"""Cuts the course's code down to what the book's text is about.

It leaves out private decorators, the lines that reject bad input, and all but the first
line of each docstring. Readers find these in the package and in the exercise.
"""

import ast
import importlib.util
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import lernformer
from lernformer.mistakes.mistake import written as written

Function = ast.FunctionDef | ast.AsyncFunctionDef


def find(path: str) -> Any:
    """Return the object with this dotted path in the package: ``"attention.softmax"``.

    Raises:
        ValueError: if there is no such object.
    """
    found, rest = lernformer, path.split(".")
    while rest:
        name, *rest = rest
        inner = f"{found.__name__}.{name}" if inspect.ismodule(found) else ""
        if hasattr(found, name):  # a function may have the same name as its module
            found = getattr(found, name)
        elif inner and hasattr(found, "__path__") and importlib.util.find_spec(inner):
            found = importlib.import_module(inner)
        else:
            break
    else:
        return inspect.unwrap(found)
    raise ValueError(f"there is no lernformer.{path}")


def shown(source: str) -> str:
    """Return the source without long docstrings, private decorators and validation."""
    lines = source.splitlines()
    tree = ast.parse(source)
    edits: dict[int, tuple[int, list[str]]] = {}  # first line → last line, new lines
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            if ast.unparse(decorator).startswith("_"):
                edits[decorator.lineno] = (decorator.end_lineno, [])
        if isinstance(node, Function | ast.ClassDef) and (line := docstring(node)):
            text = node.body[0]
            edits[text.lineno] = (text.end_lineno, [f"{' ' * text.col_offset}{line}"])
        if isinstance(node, ast.ClassDef):
            for method in filter(only_refuses, node.body):
                edits[before(lines, method.lineno)] = (method.end_lineno, [])
        if isinstance(node, ast.stmt) and refuses(node):
            edits[before(lines, node.lineno)] = (node.end_lineno, [])
    return "\n".join(tidy(replaced(lines, edits)))


def stub(source: str) -> str:
    """Return names, arguments and first lines of docstrings, with bodies as "..."."""
    source = shown(source)
    lines = source.splitlines()
    edits = {}
    for node in functions(ast.parse(source)):
        body = node.body[1:] if docstring(node) else node.body
        if body:
            first = before(lines, body[0].lineno)
            edits[first] = (node.end_lineno, [f"{' ' * (node.col_offset + 4)}..."])
    return "\n".join(tidy(replaced(lines, edits)))


def docstring(node: ast.AST) -> str:
    """Return a docstring's first line, in quotes; empty if there is no docstring."""
    text = ast.get_docstring(node)
    return f'"""{text.splitlines()[0]}"""' if text else ""


def example(source: str) -> str:
    """Return the worked example in the docstring of a function or class."""
    (node,) = ast.parse(source).body
    *_, code = ast.get_docstring(node).partition("\nExample:\n")
    return textwrap.dedent(code)


def refuses(statement: ast.stmt) -> bool:
    """Return whether the statement only raises an exception under a condition."""
    if isinstance(statement, ast.If | ast.For):
        inner = [*statement.body, *statement.orelse]
        return all(isinstance(one, ast.Raise) or refuses(one) for one in inner)
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and ast.unparse(statement.value.func).startswith(("check_", "_check"))
    )


def only_refuses(statement: ast.stmt) -> bool:
    """Return whether the statement is a function that only rejects bad values."""
    if not isinstance(statement, Function):
        return False
    inner = [node for node in ast.walk(statement) if isinstance(node, ast.stmt)][1:]
    kinds = ast.If | ast.For | ast.Raise | ast.Assign
    return (
        any(isinstance(one, ast.Raise) for one in inner)
        and all(isinstance(one, kinds) for one in inner)
        and all(
            isinstance(target, ast.Name)
            for one in inner
            if isinstance(one, ast.Assign)
            for target in one.targets
        )
    )


def functions(tree: ast.Module) -> Iterator[Function]:
    """Yield the function in a source, or the methods of its class."""
    for node in tree.body:
        parts = node.body if isinstance(node, ast.ClassDef) else [node]
        yield from (part for part in parts if isinstance(part, Function))


def before(lines: list[str], number: int) -> int:
    """Return the number of the first comment line directly above this line."""
    while lines[number - 2].lstrip().startswith("#"):
        number -= 1
    return number


def replaced(lines: list[str], edits: dict[int, tuple[int, list[str]]]) -> list[str]:
    result, number = [], 1
    while number <= len(lines):
        if number in edits:
            last, instead = edits[number]
            result += instead
            number = last + 1
        else:
            result.append(lines[number - 1])
            number += 1
    return result


def tidy(lines: list[str]) -> list[str]:
    """Remove repeated blank lines, and those after a docstring or at either end."""
    kept: list[str] = []
    for line in lines:
        if line.strip() or (kept and kept[-1].strip()):
            kept.append(line.rstrip())
    while kept and not kept[-1]:
        kept.pop()
    return kept
