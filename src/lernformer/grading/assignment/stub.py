"""Builds the code of answer cells: the reference, with nbgrader's solution markers.

Students see the signatures, the docstrings, the lines at the start of a body that
reject invalid arguments, and the names of the steps in a longer body. The solution is
between the markers, and nbgrader removes it from the notebook that students get.
"""

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator, Sequence

from lernformer.checks.steps import numbered

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"

Definition = ast.FunctionDef | ast.ClassDef


def stub(task_id: str, written: Sequence[str] = (), given: Sequence[str] = ()) -> str:
    """Return the code of a task's answer cell: the reference, with solution markers.

    Some answers need other definitions from the reference's module. Students write
    those in ``written`` themselves, and see those in ``given`` in full.

    Raises:
        ValueError: if the module does not define one of these names.
    """
    slug, name = task_id.split(".")
    chapter = importlib.import_module(f"lernformer.{slug}")
    module = sys.modules[getattr(chapter, name).__module__]
    source = inspect.getsource(module)
    body = ast.parse(source).body
    defined: dict[str, ast.stmt] = {x: node for node in body for x in names(node)}
    if missing := [x for x in (*given, *written) if x not in defined]:
        raise ValueError(
            f"{module.__name__} defines no {', '.join(missing)}; "
            f"it defines {', '.join(x for x in defined if x != '__all__')}"
        )
    lines = ["", *source.split("\n")]  # line numbers start at 1
    parts = [lines[_first(defined[x]) : _last(defined[x]) + 1] for x in given]
    parts += [_cut(defined[x], lines) for x in (*written, name)]
    return "\n\n\n".join(map("\n".join, parts))


def names(node: ast.stmt) -> list[str]:
    """Return the names that a definition or an assignment binds."""
    if isinstance(node, Definition):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [x.id for x in targets if isinstance(x, ast.Name)]


def _first(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min(x.lineno for x in (node, *decorators))


def _last(node: ast.stmt | ast.expr) -> int:
    assert node.end_lineno is not None  # the parser sets it on every node
    return node.end_lineno


def _cut(node: ast.stmt, lines: list[str]) -> list[str]:
    assert isinstance(node, Definition)
    before: dict[int, list[str]] = {}
    after: dict[int, list[str]] = {}
    dropped = {*_errors(node, lines), *_reference_only(node)}
    for function, end in _to_write(node):
        dropped |= {*_errors(function, lines), *_reference_only(function)}
        if (begin := _shown(function)) <= end:
            indent = " " * function.body[0].col_offset
            named = [*numbered(lines, begin, end)]
            dropped |= {*named}
            steps = [indent + lines[number].strip() for number in named]
            before[begin], after[end] = [*steps, indent + BEGIN], [indent + END]
    text: list[str] = []
    for number in range(_first(node), _last(node) + 1):
        line = [] if number in dropped else [lines[number]]
        text += before.get(number, []) + line + after.get(number, [])
    return text


def _reference_only(node: Definition) -> Iterator[int]:
    """Yield the numbers of the lines that only the reference needs.

    These lines are the module's private decorators, like ``@_validated``, and calls
    that do more than the task asks for, like ``specialise(self)``.
    """
    for decorator in node.decorator_list:
        if ast.unparse(decorator).startswith("_"):
            yield from range(decorator.lineno, _last(decorator) + 1)
    for statement in node.body:
        match statement:
            case ast.Expr(ast.Call(ast.Name(), [ast.Name("self")])):
                yield from range(statement.lineno, _last(statement) + 1)


def _to_write(node: Definition) -> Iterator[tuple[ast.FunctionDef, int]]:
    """Yield each function to write, and the number of the last line of its solution.

    A method that ``__init__`` calls is part of the solution for ``__init__``, because
    no task asks for it otherwise.
    """
    if isinstance(node, ast.FunctionDef):
        yield node, _last(node)
        return
    made, *methods = (x for x in node.body if isinstance(x, ast.FunctionDef))
    own = {f"self.{x.name}": x for x in methods}
    calls = (x for x in ast.walk(made) if isinstance(x, ast.Call))
    inner = [own[called] for x in calls if (called := ast.unparse(x.func)) in own]
    yield made, max(map(_last, (made, *inner)))
    yield from ((x, _last(x)) for x in methods if x not in inner)


def _shown(function: ast.FunctionDef) -> int:
    """Return the number of the line where a function's hidden part begins."""
    end, needed = function.body[0].lineno - 1, 0
    for statement in function.body:
        match statement:
            # the docstring, super().__init__()
            case ast.Expr(ast.Constant() | ast.Call(ast.Attribute(ast.Call()))):
                end = _last(statement)
            # an argument is rejected, here or in a separate function
            case ast.If(body=[ast.Raise()]) | ast.Expr(ast.Call(ast.Name())):
                end, needed = _last(statement), 1
            # at most one statement that the first rejection needs
            case ast.Assign() | ast.If() if not needed:
                needed = 1
            case _:
                break
    return end + 1


def _errors(node: Definition, lines: list[str]) -> Iterator[int]:
    """Yield the line numbers of a docstring's "Raises" section, which isn't tested."""
    if ast.get_docstring(node) is None:
        return
    docstring = range(node.body[0].lineno, _last(node.body[0]))
    for number in docstring:
        if lines[number].strip() == "Raises:":
            yield from (number - 1, number)
            inner = lines[number].replace("Raises:", " ")
            while lines[number + 1].startswith(inner):
                yield (number := number + 1)
