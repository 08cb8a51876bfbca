"""The course's code as the book shows it: cut to what the text speaks of.

Out of a docstring its first line stays, and neither private decorators nor the lines
that refuse bad input are shown: the package has them, and so has the exercise.
"""

import ast
import importlib.util
import inspect
import io
import textwrap
import tokenize
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import lernformer

Function = ast.FunctionDef | ast.AsyncFunctionDef


def find(path: str) -> Any:
    """The object with this dotted path in the package: ``"attention.softmax"``.

    Raises:
        ValueError: if there is none.
    """
    found, rest = lernformer, path.split(".")
    while rest:
        name, *rest = rest
        inner = f"{found.__name__}.{name}" if inspect.ismodule(found) else ""
        if hasattr(found, name):  # a function may have the name of its module
            found = getattr(found, name)
        elif inner and hasattr(found, "__path__") and importlib.util.find_spec(inner):
            found = importlib.import_module(inner)
        else:
            break
    else:
        return inspect.unwrap(found)
    raise ValueError(f"there is no lernformer.{path}")


@cache  # to read a file for its lines takes longer than most checks of them
def written(thing: Any) -> str:
    """The source of a function or class, at the left margin."""
    return textwrap.dedent(inspect.getsource(thing))


def shown(source: str) -> str:
    """The source without long docstrings, private decorators and validation."""
    lines = source.splitlines()
    tree = ast.parse(source)
    edits: dict[int, tuple[int, list[str]]] = {}  # first line → last line, what instead
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            if ast.unparse(decorator).startswith("_"):
                edits[decorator.lineno] = (decorator.end_lineno, [])
        if isinstance(node, Function | ast.ClassDef) and (told := docstring(node)):
            text = node.body[0]
            edits[text.lineno] = (text.end_lineno, [f"{' ' * text.col_offset}{told}"])
        if isinstance(node, ast.stmt) and refuses(node):
            edits[before(lines, node.lineno)] = (node.end_lineno, [])
    return "\n".join(tidy(replaced(lines, edits)))


def stub(source: str) -> str:
    """Names, arguments and the first lines of the docstrings; the bodies are dots."""
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
    """Its first line, in quotes; empty if there is none."""
    text = ast.get_docstring(node)
    return f'"""{text.splitlines()[0]}"""' if text else ""


def example(source: str) -> str:
    """The worked example in the docstring of a function or class."""
    (node,) = ast.parse(source).body
    *_, told = ast.get_docstring(node).partition("\nExample:\n")
    return textwrap.dedent(told)


def refuses(statement: ast.stmt) -> bool:
    """Whether all it does is to raise an exception under a condition."""
    if isinstance(statement, ast.If | ast.For):
        inner = [*statement.body, *statement.orelse]
        return all(isinstance(one, ast.Raise) or refuses(one) for one in inner)
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and ast.unparse(statement.value.func).startswith(("check_", "_check"))
    )


def functions(tree: ast.Module) -> Iterator[Function]:
    """The function of a source, or the methods of its class."""
    for node in tree.body:
        parts = node.body if isinstance(node, ast.ClassDef) else [node]
        yield from (part for part in parts if isinstance(part, Function))


def before(lines: list[str], number: int) -> int:
    """The first of the lines of comments that lead to this line."""
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
    """One empty line at most, and none behind a docstring's only line or at an end."""
    kept: list[str] = []
    for line in lines:
        if line.strip() or (kept and kept[-1].strip()):
            kept.append(line.rstrip())
    while kept and not kept[-1]:
        kept.pop()
    return kept


class Step(NamedTuple):
    """One thing that a function computes on the way.

    Attributes:
        name: what it is called; empty for the result.
        sources: what it is computed from, of arguments, parts and earlier steps.
        comment: what stands behind its line.
    """

    name: str
    sources: tuple[str, ...]
    comment: str


def steps(source: str) -> list[Step]:
    """What a function computes on the way, and out of what, but not how.

    Of a class its last method counts, which is ``forward``. Lines in a row that make
    the same thing are one step.
    """
    source = shown(source)
    said = comments(source)
    main = [*functions(ast.parse(source))][-1]
    known = {argument.arg for argument in main.args.args} - {"self"}
    found: list[Step] = []
    for statement in flat(main.body):
        if isinstance(statement, ast.Assign):
            names = tuple(dict.fromkeys(map(base, targets(statement))))
        elif isinstance(statement, ast.Return) and statement.value:
            names = ()
        else:
            continue
        used = tuple(n for n in reads(statement.value, known) if n not in names)
        told = said.get(statement.end_lineno) or said.get(statement.lineno, "")
        new = Step(", ".join(names), used, told)
        if found and found[-1].name == new.name:
            new = join(found.pop(), new)
        if new.sources or new.comment:  # an empty list is no step
            found.append(new)
        known |= set(names)
    return found


def join(one: Step, other: Step) -> Step:
    sources = tuple(dict.fromkeys((*one.sources, *other.sources)))
    return Step(one.name, sources, other.comment or one.comment)


def reads(value: ast.expr, known: set[str]) -> Iterator[str]:
    """The parts of ``self`` and the known names that an expression reads, in order."""
    seen = set()
    for node in sorted(
        (n for n in ast.walk(value) if isinstance(n, ast.Name | ast.Attribute)),
        key=lambda n: (n.lineno, n.col_offset),
    ):
        of_self = isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"
        name = node.attr if of_self else getattr(node, "id", "")
        if (of_self or name in known) and name not in seen:
            seen.add(name)
            yield name


def parts(source: str) -> list[str]:
    """The attributes that a class's ``__init__`` makes: its layers and weights."""
    methods = [*functions(ast.parse(source))]
    made = [
        target.attr
        for statement in flat(methods[0].body)
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call)
        for target in targets(statement)
        if isinstance(target, ast.Attribute)
    ]
    return made if methods[0].name == "__init__" else []


def flat(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        for part in ("body", "orelse"):
            if not isinstance(statement, Function | ast.ClassDef):
                yield from flat(getattr(statement, part, []))


def targets(statement: ast.Assign) -> Iterator[ast.expr]:
    for target in statement.targets:
        yield from target.elts if isinstance(target, ast.Tuple) else [target]


def base(target: ast.expr) -> str:
    """``table`` of ``table[:, 0::2]``."""
    while isinstance(target, ast.Subscript | ast.Starred):
        target = target.value
    return ast.unparse(target)


def comments(source: str) -> dict[int, str]:
    """The comments behind code, by line."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: token.string.lstrip("# ")
        for token in tokens
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip()
    }
