"""Find-the-bug tasks: a student gets code with one mistake in it and fixes it.

The task's check decides whether an answer is right. The score also depends on how much
the student has changed, because a student who fixes one line has found the bug, but a
student who rewrites everything hasn't. So we count the lines that differ between the
answer and the task's most similar bug, ignoring layout, comments and docstrings. All
bugs are worth the same, so nobody gains by fixing a different one.
"""

import ast
import difflib
import functools
import getpass
import hashlib
import importlib
import inspect
import linecache
import os
import platform
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import FunctionType
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from lernformer.checks.task import Task
from lernformer.checks.verdict import Verdict
from lernformer.checks.wrapping import wrapped
from lernformer.mistakes.mistake import Bug
from lernformer.mistakes.table import edited

WRITTEN_ANEW = 0.5  # the share of the points for an answer that is right but rewritten
MANY = 10  # don't compare an answer that is this many times as long as the bug
SPARE = 2  # how many other lines may change along with the wrong ones

Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Planted:
    """A bug, and the code that has it.

    Attributes:
        code: the code that students get.
        bug: what is wrong with it.
        lines: the number of lines that differ from the right code.
    """

    code: str
    bug: Bug
    lines: int


def planted(task: Task) -> tuple[Planted, ...]:
    """Return the bugs of a find-the-bug task with their code; none for other tasks.

    Raises:
        ValueError: if the code that a bug replaces doesn't occur exactly once.
    """
    return _planted(task.id) if task.bugs else ()


@functools.cache
def _planted(task_id: str) -> tuple[Planted, ...]:
    task = importlib.import_module(f"lernformer.checks.{task_id}").TASK
    right = fixed(task)
    found = [(bug, with_bug(right, bug)) for bug in task.bugs]
    return tuple(Planted(code, bug, distance(code, right)) for bug, code in found)


def fixed(task: Task) -> str:
    """Return the right code, before any of the task's bugs are planted in it."""
    return edited(reference_code(task.id), task.bugs.otherwise)


def with_bug(right: str, bug: Bug) -> str:
    """Return the right code with a bug in it."""
    return edited(right, bug.edits)


def reference_code(task_id: str) -> str:
    """Return the reference as a student would write it, with no ``Raises:`` section."""
    slug, name = task_id.split(".")
    chapter = importlib.import_module(f"lernformer.{slug}")
    code = textwrap.dedent(inspect.getsource(getattr(chapter, name)))
    raises = r"\n *\n( +)Raises:\n(?:\1 +.*\n)+"
    return re.sub(raises, "\n", code).rstrip() + "\n"


# How much has changed ----------------------------------------------------------------


def distance(one: str, other: str) -> int:
    """Return the number of lines that differ between two functions or classes."""
    a, b = _lines(one), _lines(other)
    if len(b) > MANY * len(a):  # comparing would be slow and change nothing
        return len(b)
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    changed = (x for x in matcher.get_opcodes() if x[0] != "equal")
    return sum(max(i2 - i1, j2 - j1) for _, i1, i2, j1, j2 in changed)


@functools.lru_cache(maxsize=100)
def _lines(code: str) -> list[str]:
    """Return code as lines in a uniform layout, without docstrings and its name."""
    tree = ast.parse(code).body[-1]
    assert isinstance(tree, Definition)
    tree.name = "_"
    for part in ast.walk(tree):
        if isinstance(part, Definition) and ast.get_docstring(part) is not None:
            part.body[:1] = [] if len(part.body) > 1 else [ast.Pass()]
    return ast.unparse(tree).split("\n")


def graded(
    verdict: Verdict, source: str | None, known: Sequence[Planted] = (), more: int = 0
) -> Verdict:
    """Return the verdict with the score that a find-the-bug answer earns.

    Args:
        verdict: the check's verdict.
        source: the code that defines the answer; ``None`` if there is none.
        known: the bugs that the student could have got. If there are none, the
            verdict is returned unchanged.
        more: the number of other lines that the student wrote and the answer uses.
    """
    if not known:
        return verdict
    if not verdict.passed:
        return replace(verdict, score=0.0)
    if source is not None:
        changed = [(more + distance(one.code, source), one.lines) for one in known]
        spent, needed = min(changed, key=lambda pair: pair[0] - pair[1])
        if 0 < spent <= needed + SPARE:
            return verdict
        why = f"you changed {spent} lines of the code with the bug; {needed} would"
    else:
        why = "nothing is left of the code with the bug; changing a line or two would"
    remark = f"It is right, but {why} do: only a small fix earns all the points."
    return replace(verdict, score=verdict.score * WRITTEN_ANEW, remark=remark)


def definition(cells: Iterable[str], name: str) -> str | None:
    """Return the code of the last function or class with this name in some cells."""
    found = None
    for cell in cells:
        with_name = re.search(rf"^(?:def|class) {re.escape(name)}\b", cell, re.M)
        for node in _parsed(cell) if with_name else ():
            if isinstance(node, Definition) and node.name == name:
                found = ast.unparse(node)
    return found


def _parsed(cell: str) -> list[ast.stmt]:
    try:
        return ast.parse(TransformerManager().transform_cell(cell)).body
    except (SyntaxError, ValueError):
        return []  # Python doesn't run such a cell at all


def source_of(answer: Any) -> str | None:
    """Return an answer's code, from the cell in this process that defined it."""
    name = getattr(answer, "__name__", "")
    own = vars(answer).values() if isinstance(answer, type) else [answer]
    files = {x.__code__.co_filename for x in own if isinstance(x, FunctionType)}
    cells = ["".join(linecache.getlines(file)) for file in files]
    return definition(cells, name)


# Who gets which bug ------------------------------------------------------------------


def whose() -> str:
    """Return the user's name, as the hub or this machine knows it."""
    hub = os.environ.get("JUPYTERHUB_USER")
    return hub or f"{getpass.getuser()} at {platform.node()}"


def term(day: date) -> str:
    """Return the half-year term, which starts in April or October.

    >>> term(date(2026, 11, 22)), term(date(2027, 3, 31)), term(date(2027, 4, 1))
    ('2026/10', '2026/10', '2027/4')
    """
    if 4 <= day.month < 10:
        return f"{day.year}/4"
    return f"{day.year - (day.month < 4)}/10"


def drawn(task: Task, student: str, when: str) -> Planted:
    """Return the bug that a student gets in a term, which is always the same one."""
    every = planted(task)
    digest = hashlib.sha256(f"{task.id}\0{student}\0{when}".encode()).digest()
    return every[int.from_bytes(digest[:8], "big") % len(every)]


def as_cell(one: Planted) -> str:
    """Return the student's cell: a colleague's report, followed by the code."""
    head = wrapped(f"A colleague writes: “{one.bug.symptom}”", "# ")
    return f"{head}\n{one.code.rstrip()}"
