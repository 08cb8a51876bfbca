"""Whose code is nearly the same: a hint for a person, and never a verdict.

Code becomes a row of tokens without names, strings, comments and layout, and the row
the set of its k-grams (the fingerprints of Schleimer, Wilkerson and Aiken 2003,
"Winnowing"; a class is small enough to keep them all). What was handed out does not
count, and neither does what many wrote: there are few ways to write a softmax.

Whose rows are the same in every cell are one group first, whatever its size, and count
once: else the more people copied, the less would be seen. Statements without effect (an
`assert`, a `pass`, a `print`) are left out of the rows.
"""

import ast
import keyword
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations

K = 12  # tokens: about a line and a half
ENOUGH = 30  # fingerprints in common, before two can be called alike
ALIKE = 0.8  # share of the smaller one's fingerprints
CELLS = 2  # in which they stand: two can have the same idea once
TOKEN = re.compile(
    r"""\#[^\n]*
    |[bfru]{0,2}(?:\"\"\".*?\"\"\"|'''.*?''')
    |[bfru]{0,2}(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<word>[^\W\d]\w*)
    |(?P<sign>\d[\w.]*|\S)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class Alike:
    """Submissions that are alike, two or more.

    Attributes:
        students: whose they are.
        share: of the smallest one's fingerprints that each other has, in [0, 1].
        cells: where these stand, the most of them first.
    """

    students: tuple[str, ...]
    share: float
    cells: tuple[str, ...]


def tokens(code: str) -> list[str]:
    """The code's tokens, every name written "n"; also of code that does not parse."""
    found = []
    for match in TOKEN.finditer(_effective(code)):
        if (word := match["word"]) == "pass":
            continue
        if word:
            found.append(word if keyword.iskeyword(word) else "n")
        elif match["sign"]:
            found.append(match["sign"])
    return found


class _Idle(ast.NodeTransformer):
    """Writes `pass` for what changes nothing that the code gives."""

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.Pass()

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        value = node.value
        printing = isinstance(value, ast.Call) and ast.unparse(value.func) == "print"
        return ast.Pass() if printing or isinstance(value, ast.Constant) else node


def _effective(code: str) -> str:
    """The code without idle statements; as it is where it does not parse."""
    try:
        return ast.unparse(ast.fix_missing_locations(_Idle().visit(ast.parse(code))))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code


def fingerprints(code: str) -> set[int]:
    """Its k-grams, as numbers that mean something within this process."""
    row = tokens(code)
    return {hash(tuple(row[i : i + K])) for i in range(len(row) - K + 1)}


def alike(
    codes: dict[str, dict[str, str]], released: Iterable[str] = ()
) -> list[Alike]:
    """The groups of submissions with nearly the same code, the most alike first.

    Args:
        codes: by student and cell, what they wrote.
        released: the cells as they were handed out.
    """
    given = set().union(*map(fingerprints, released))
    same: dict[tuple, list[str]] = defaultdict(list)
    for student, written in sorted(codes.items()):
        same[tuple((n, *tokens(code)) for n, code in sorted(written.items()))].append(
            student
        )
    groups = {students[0]: tuple(students) for students in same.values()}
    cells = {
        one: {name: fingerprints(code) - given for name, code in codes[one].items()}
        for one in groups
    }
    whole = {one: set().union(*found.values()) for one, found in cells.items()}
    found = [
        Alike(students, 1.0, _where(cells[one], whole[one]))
        for one, students in groups.items()
        if len(students) > 1 and len(whole[one]) >= ENOUGH
    ]
    holders = Counter(chain.from_iterable(whole.values()))
    many = max(3, len(groups) // 10)
    rare = {s: {f for f in x if holders[f] <= many} for s, x in whole.items()}
    owners = defaultdict(list)
    for student in sorted(rare):
        for fingerprint in rare[student]:
            if holders[fingerprint] > 1:
                owners[fingerprint].append(student)
    shared = Counter(chain.from_iterable(combinations(o, 2) for o in owners.values()))
    for (one, other), number in shared.items():
        share = number / min(len(rare[one]), len(rare[other]))
        if number >= ENOUGH and share >= ALIKE:
            names = _where(cells[one], rare[one] & rare[other])
            found.append(Alike((*groups[one], *groups[other]), share, names))
    return sorted(
        (each for each in found if len(each.cells) >= CELLS),
        key=lambda each: (-each.share, each.students),
    )


def _where(cells: dict[str, set[int]], shared: set[int]) -> tuple[str, ...]:
    where = Counter({name: len(found & shared) for name, found in cells.items()})
    return tuple(name for name, count in where.most_common() if count)
