"""Finds students with nearly identical code, as a hint and never as a verdict.

First, we compare answers task by task. We turn each answer into a collection of
statements, and each statement into a sequence of tokens without names, strings,
comments or layout. The order of the statements doesn't matter, and statements without
an effect are ignored.

Two students often write the same short answer by chance, but rarely the same long
answer. So a match counts for more if it is rare in the class (a likelihood ratio, as in
Aitken and Taroni 2004, "Statistics and the Evaluation of Evidence for Forensic
Scientists"). If several students have exactly the same answers, we count them as one
student. Otherwise, an answer would look more common the more students copied it.

To find more heavily changed copies, we compare k-grams of the same tokens (the
fingerprints of Schleimer, Wilkerson and Aiken 2003, "Winnowing"). A class is small
enough to keep all of them. We ignore code that was handed out or that many students
wrote.
"""

import ast
import keyword
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

K = 12  # tokens: about a line and a half
ENOUGH = 30  # fingerprints that two students must share to be called alike
ALIKE = 0.8  # share of the fingerprints in the shorter code
CELLS = 2  # cells that must match, because two students can have the same idea
CHANCE = 0.05  # pairs in a class that may be alike by chance
UNSEEN = 10  # answers that we assume exist in addition to those handed in
BITE = 10  # tokens that an answer needs for each factor of e in its likelihood ratio
BLOCKS = {"body", "orelse", "finalbody", "handlers", "cases"}  # within a statement
MANY = 0.25  # share of a class that writes an answer in the same way
Row = tuple[str, ...]
Answer = tuple[Row, ...]  # the statements, sorted
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
    """Two or more submissions that are alike."""

    students: tuple[str, ...]
    share: float  # the share of the shortest code that the others also have
    # the cells that contain that code, those with most of it first
    cells: tuple[str, ...]


def tokens(code: str) -> list[str]:
    """Return the code's tokens, with "n" for each name. The code need not parse."""
    return _row(_effective(code))


def _row(code: str) -> list[str]:
    found = []
    for match in TOKEN.finditer(code):
        if (word := match["word"]) == "pass":
            continue
        if word:
            found.append(word if keyword.iskeyword(word) else "n")
        elif match["sign"]:
            found.append(match["sign"])
    return found


class _Idle(ast.NodeTransformer):
    """Replaces statements that don't change the code's result with `pass`."""

    def __init__(self, used: set[str]):
        self.used = used

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.Pass()

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        value = node.value
        printing = isinstance(value, ast.Call) and ast.unparse(value.func) == "print"
        return ast.Pass() if printing or isinstance(value, ast.Constant) else node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        names = [x.id for x in node.targets if isinstance(x, ast.Name)]
        itself = isinstance(node.value, ast.Name) and [node.value.id] == names
        unused = isinstance(node.value, ast.Constant) and not self.used & {*names}
        idle = len(names) == len(node.targets) and (itself or unused)
        return ast.Pass() if idle else node


def _effective(code: str) -> str:
    """Return the code without idle statements, or unchanged if it can't be parsed."""
    tree = _parsed(code)
    try:
        return code if tree is None else ast.unparse(tree)
    except RecursionError:
        return code


def _parsed(code: str) -> ast.AST | None:
    try:
        tree = ast.parse(code)
        names = (x for x in ast.walk(tree) if isinstance(x, ast.Name))
        used = {x.id for x in names if isinstance(x.ctx, ast.Load)}
        return ast.fix_missing_locations(_Idle(used).visit(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def statements(code: str) -> Answer:
    """Return the statements as sorted rows of tokens, or one row if parsing fails."""
    tree = _parsed(code)
    if tree is None:
        return (tuple(_row(code)),)
    rows = []
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not isinstance(node, ast.Pass):
            fields: dict[str, Any] = {x: getattr(node, x, None) for x in node._fields}
            for name in BLOCKS & {*fields}:
                fields[name] = [ast.Pass()] if name == "body" else []
            kind: Any = type(node)
            rows.append(_row(_unparsed(kind(**fields))))
    return tuple(sorted(tuple(row) for row in rows))


def _unparsed(node: ast.stmt) -> str:
    try:
        return ast.unparse(ast.fix_missing_locations(node))
    except (ValueError, RecursionError, AttributeError):
        return type(node).__name__


def fingerprints(code: str) -> set[int]:
    """Return hashes of the code's k-grams. The hashes differ between processes."""
    row = tokens(code)
    return {hash(tuple(row[i : i + K])) for i in range(len(row) - K + 1)}


def alike(
    codes: dict[str, dict[str, str]], released: Iterable[str] = ()
) -> list[Alike]:
    """Return the groups of submissions with nearly the same code, most alike first.

    The code is keyed by student and cell. Code that was released is ignored.
    """
    released = list(released)
    answers = _answers(codes, released)
    same: dict[tuple, list[str]] = defaultdict(list)
    for student, written in sorted(answers.items()):
        same[tuple(sorted(written.items()))].append(student)
    groups = {students[0]: tuple(students) for students in same.values()}
    found = _equal({one: answers[one] for one in groups}, groups)
    known = {
        frozenset(pair) for each in found for pair in combinations(each.students, 2)
    }
    for each in _near({one: codes[one] for one in groups}, groups, released):
        if frozenset(each.students[:2]) not in known:
            found.append(each)
    return sorted(
        (each for each in found if len(each.cells) >= CELLS),
        key=lambda each: (-each.share, each.students),
    )


def _answers(
    codes: dict[str, dict[str, str]], released: list[str]
) -> dict[str, dict[str, Answer]]:
    """Return the students' own statements, keyed by student and cell."""
    given = {statements(code) for code in released} | {()}
    return {
        student: {
            cell: rows
            for cell, code in written.items()
            if (rows := statements(code)) not in given
        }
        for student, written in codes.items()
    }


def common(codes: dict[str, dict[str, str]], released: Iterable[str] = ()) -> list[str]:
    """Return cells that so many students wrote alike that a match means nothing."""
    answers = _answers(codes, list(released))
    counts: dict[str, Counter[Answer]] = defaultdict(Counter)
    for written in answers.values():
        for cell, rows in written.items():
            counts[cell][rows] += 1
    return [
        cell
        for cell, tally in counts.items()
        if tally.total() >= UNSEEN and max(tally.values()) > MANY * tally.total()
    ]


def _equal(
    answers: dict[str, dict[str, Answer]], groups: dict[str, tuple[str, ...]]
) -> list[Alike]:
    """Return groups with the same answers, and pairs too similar to be chance."""
    holders: Counter[tuple[str, Answer]] = Counter(
        item for written in answers.values() for item in written.items()
    )
    pairs = math.comb(sum(map(len, groups.values())), 2)
    found = []

    def telling(item: tuple[str, Answer], others: int) -> float:
        rare = math.log((len(answers) + UNSEEN) / max(1, others))
        return min(rare, sum(map(len, item[1])) / BITE)

    def judge(one: str, other: str, students: tuple[str, ...]) -> None:
        shared = answers[one].items() & answers[other].items()
        less = int(one != other)
        weight = sum(telling(item, holders[item] - less) for item in shared)
        choices = math.comb(max(len(answers[one]), 1), len(shared))
        if shared and weight > math.log(pairs * choices / CHANCE):
            sizes = {cell: sum(map(len, rows)) for cell, rows in shared}
            least = min(_size(answers[one]), _size(answers[other]))
            cells = tuple(sorted(sizes, key=lambda cell: (-sizes[cell], cell)))
            found.append(Alike(students, sum(sizes.values()) / least, cells))

    for one, students in groups.items():
        if len(students) > 1:
            judge(one, one, students)
    for one, other in combinations(answers, 2):
        judge(one, other, (*groups[one], *groups[other]))
    return found


def _size(written: dict[str, Answer]) -> int:
    return sum(len(row) for rows in written.values() for row in rows)


def _near(
    codes: dict[str, dict[str, str]],
    groups: dict[str, tuple[str, ...]],
    released: list[str],
) -> list[Alike]:
    """Return pairs that share most of their rare fingerprints."""
    given = set().union(*map(fingerprints, released))
    cells = {
        one: {name: fingerprints(code) - given for name, code in written.items()}
        for one, written in codes.items()
    }
    whole = {one: set().union(*found.values()) for one, found in cells.items()}
    holders = Counter(chain.from_iterable(whole.values()))
    many = max(3, len(groups) // 10)
    rare = {s: {f for f in x if holders[f] <= many} for s, x in whole.items()}
    owners = defaultdict(list)
    for student in sorted(rare):
        for fingerprint in rare[student]:
            if holders[fingerprint] > 1:
                owners[fingerprint].append(student)
    shared = Counter(chain.from_iterable(combinations(o, 2) for o in owners.values()))
    found = []
    for (one, other), number in shared.items():
        share = number / min(len(rare[one]), len(rare[other]))
        if number >= ENOUGH and share >= ALIKE:
            names = _where(cells[one], rare[one] & rare[other])
            found.append(Alike((*groups[one], *groups[other]), share, names))
    return found


def _where(cells: dict[str, set[int]], shared: set[int]) -> tuple[str, ...]:
    where = Counter({name: len(found & shared) for name, found in cells.items()})
    return tuple(name for name, count in where.most_common() if count)
