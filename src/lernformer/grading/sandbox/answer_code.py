"""Finds the code that an answer in a notebook consists of, before any of it runs.

If a task asks students to fix a given function, the score depends on how much of the
function they rewrote. That includes code that they moved into a helper function.
"""

import ast
import dis
import types
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from lernformer.grading.sandbox.reader import statements_of

FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
LONG = 20_000  # characters of a definition

Definition = ast.FunctionDef | ast.ClassDef


class Bound:
    """The statements in a notebook's code cells that bind each global name."""

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
                continue  # the rest of the cell does not run
            except (RecursionError, MemoryError):
                self.unread.append(place)

    def reached(self, name: str) -> list[ast.stmt]:
        """Return the statements that bind a name, and all those that they depend on."""
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
    """Yield the global names that a code object, or one within it, loads or stores."""
    for step in dis.get_instructions(code):
        kind, _, where = step.opname.partition("_")
        if kind == operation and (
            "GLOBAL" in where or (where == "NAME" and (outermost or kind == "LOAD"))
        ):
            yield step.argval
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield from _names(part, operation, outermost=False)


def bound_names(sources: Iterable[str]) -> list[str]:
    """Return the global names that code cells bind, in alphabetical order."""
    return sorted(Bound(dict(enumerate(sources))).by)


def read(
    cells: dict[int, str], answers: list[str], others: list[str], given: list[str]
) -> dict[str, Any]:
    """Return the code that makes up each answer to a task that asks for a fix.

    The cells are keyed by index. ``given`` lists the names that released cells bind,
    because these aren't the student's work.

    The result has two entries. ``made`` maps each answer to its ``definitions`` and to
    ``more``. The ``definitions`` are empty if the name may be bound to anything else.
    ``more`` is the number of lines in the student's other statements that the answer
    depends on. ``unread`` lists cells whose code is nested too deeply.
    """
    bound, known = Bound(cells), {*others, *given}
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
