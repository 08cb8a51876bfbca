"""Hands out code with a bug: ``deal`` for points, ``repair`` for practice."""

import ast
import builtins
import importlib
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from types import FunctionType
from typing import Any

from torch import nn

from lernformer import CHAPTERS, checks
from lernformer.checks.links import link
from lernformer.checks.repairing import (
    Planted,
    as_cell,
    distance,
    drawn,
    graded,
    planted,
    reference_code,
    source_of,
    term,
    whose,
)
from lernformer.checks.showing import shell_here, show
from lernformer.checks.wrapping import wrapped
from lernformer.mistakes.mistake import Bug, written
from lernformer.probes import names
from lernformer.probes.earlier import looked_up
from lernformer.probes.probing import missing


def deal(task_id: str, student: str = "", *, show: bool = False) -> Callable:
    """Replace the cell that calls this with code that has a bug to fix.

    Which bug this is depends on the student and the term, so students who sit next to
    each other usually get different bugs.

    Args:
        task_id: the id of a find-the-bug task.
        student: the student who gets the bug; by default, the user who is logged in.
        show: whether to print the code, in case the cell can't be replaced.

    Returns:
        A placeholder that stands in for the answer until the student has written one.

    Raises:
        ValueError: if there is no such task, or if it isn't a find-the-bug task.
    """
    chosen = checks.task(task_id)
    if not chosen.bugs:
        raise ValueError(f"{task_id} has no bug to find: write it yourself")
    code = as_cell(drawn(chosen, student or whose(), term(date.today())))
    if show or not _put(code, replace=True):
        print(code)
    else:
        words = (
            "This cell now holds a colleague's code, which has one bug. Fix it, then "
            "run this cell and the check below. If the cell hasn't changed, "
            f'deal("{task_id}", show=True) prints the code.'
        )
        print(wrapped(words))
    return missing(task_id)


def repair(what: Any, bug: int | None = None) -> None:
    """Practise finding bugs, without points: get a bug, or check whether you fixed it.

    You only get code for tasks that you have already solved, so this doesn't give any
    answers away.

    Args:
        what: a chapter, such as ``"attention"``, to get code with a bug in a new cell
            below. To check whether you have fixed it, pass the function or class in
            that cell instead.
        bug: the number of a bug that you had before, if you want it again.

    Raises:
        ValueError: if there is no such chapter or bug.
    """
    if isinstance(what, str):
        _hand_out(what, bug)
    else:
        _judge(what)


# Practice ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Practice:
    """A wrong answer that a student can fix.

    Attributes:
        number: its place in the chapter's list, counted from 1.
        task: the id of the task that it answers.
        cause: what is wrong.
        code: its code, without anything that gives the bug away. The name that it
            defines ends in ``number``.
        symptom: what a colleague reports about it. If this is empty, a check says
            what is wrong.
        needs: names in the notebook that the code uses.
    """

    number: int
    task: str
    cause: str
    code: str
    symptom: str = ""
    needs: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The name that the code defines, such as ``softmax_7``."""
        return f"{self.task.partition('.')[2]}_{self.number}"


def practice(slug: str) -> list[Practice]:
    """Return a chapter's bugs, and those of its wrong answers that need no other code.

    Raises:
        ValueError: if there is no such chapter.
    """
    if slug not in CHAPTERS:
        raise ValueError(f"no chapter {slug!r}; there are {', '.join(CHAPTERS)}")
    found: list[Practice] = []
    for name in names(slug):
        task = checks.task(f"{slug}.{name}")
        causes = {mistake.id: mistake.cause for mistake in task.mistakes}
        for one in planted(task):
            number = len(found) + 1
            code = re.sub(rf"^(def|class) {name}\b", rf"\1 {name}_{number}", one.code)
            cause, symptom = causes[one.bug.mistake], one.bug.symptom
            found.append(Practice(number, task.id, cause, code.rstrip(), symptom))
        for mistake in task.mistakes:
            number = len(found) + 1
            if code := _alone(mistake.answer, f"{name}_{number}"):
                needs = _needs(mistake.answer)
                made = Practice(number, task.id, mistake.cause, code, needs=needs)
                found.append(made)
    return found


def _alone(answer: Any, name: str) -> str:
    """Return a wrong answer's code under a new name; empty if it needs other code."""
    if not isinstance(answer, type | FunctionType):
        return ""
    if isinstance(answer, type) and answer.__bases__ != (nn.Module,):
        return ""
    if "<locals>" in answer.__qualname__:  # another function made it
        return ""
    home = vars(importlib.import_module(answer.__module__))
    if any(_ours(home.get(needed)) for needed in _needs(answer)):
        return ""
    tree = ast.parse(written(answer)).body[0]
    assert isinstance(tree, ast.FunctionDef | ast.ClassDef)
    tree.name, tree.decorator_list = name, []
    for part in ast.walk(tree):
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(part):
            part.body[:1] = [] if len(part.body) > 1 else [ast.Pass()]
    return ast.unparse(tree)


def _needs(answer: Any) -> frozenset[str]:
    own = vars(answer).values() if isinstance(answer, type) else [answer]
    codes = [x.__code__ for x in own if isinstance(x, FunctionType)]
    every = set().union(*map(looked_up, codes))
    if isinstance(answer, type):
        (tree,) = ast.parse(written(answer)).body
        assert isinstance(tree, ast.ClassDef)
        for part in tree.body:
            every |= set() if isinstance(part, ast.FunctionDef) else _read(part)
    return frozenset(name for name in every if not hasattr(builtins, name))


def _read(tree: ast.AST) -> set[str]:
    """Return the names that some code reads."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def _ours(found: Any) -> bool:
    """Return True if an object is from the catalogue, which notebooks don't have."""
    module = getattr(found, "__module__", "") or ""
    return module.startswith("lernformer.mistakes") or found is None


def _hand_out(slug: str, bug: int | None) -> None:
    every, notebook = practice(slug), _notebook()
    if bug is not None and bug not in range(1, len(every) + 1):
        raise ValueError(f"bug must be 1 to {len(every)}, got {bug}")
    chosen = [one for one in every if bug in (None, one.number)]
    fits = [one for one in chosen if one.needs <= notebook.keys()]
    right = _right(slug, {one.task for one in fits}, notebook)
    fits = [one for one in fits if one.task in right]
    if not fits:
        words = (
            "You only get bugs in tasks that your own answers already pass: first "
            f"write {' or '.join(dict.fromkeys(one.task for one in chosen))}, and run "
            "it."
        )
        print(wrapped(words))
        return
    one = secrets.choice(fits)
    symptom = f"A colleague writes: “{one.symptom}”"
    if not one.symptom:
        verdict = checks.run(one.task, _made(one, notebook))
        symptom = "A check says: " + verdict.symptom.split("\n")[0]
    words = f"Bug {one.number} of {len(every)}. {symptom}"
    cell = f"{wrapped(words, '# ')}\n{one.code}\n\n\nrepair({one.name})"
    if not _put(cell, replace=False):
        print(cell)


def _right(slug: str, tasks: set[str], notebook: Mapping[str, Any]) -> set[str]:
    """Return those tasks that the notebook's own answers pass."""
    own = {t: notebook.get(t.partition(".")[2]) for t in tasks}
    return {t for t, x in own.items() if x is not None and checks.run(t, x).passed}


def _made(one: Practice, notebook: Mapping[str, Any]) -> Any:
    """Return the wrong answer as if the student's notebook had defined it."""
    namespace = dict(notebook)
    exec(one.code, namespace)
    return namespace[one.name]


def _judge(answer: Any) -> None:
    name = getattr(answer, "__name__", "")
    every = (one for slug in CHAPTERS for one in practice(slug))
    one = next((one for one in every if one.name == name), None)
    if one is None:
        raise ValueError(f"{name or answer!r} is not a bug that repair() dealt")
    verdict = replace(checks.run(one.task, answer), remark="")
    if verdict.passed:
        lines = distance(one.code, reference_code(one.task))
        bug = Planted(one.code, Bug("", one.symptom), lines)
        verdict = graded(replace(verdict, score=1.0), source_of(answer), [bug])
        remark = f"What was wrong: {one.cause} {verdict.remark}"
        verdict = replace(verdict, remark=remark.strip())
    show(str(verdict), verdict.as_html(link))


# The notebook ------------------------------------------------------------------------


def _notebook() -> dict[str, Any]:
    """Return what the notebook defines; empty if there is no notebook."""
    shell = shell_here()
    return {} if shell is None else shell.user_ns


def _put(code: str, replace: bool) -> bool:
    """Put code into this cell if it contains only the call, or else into one below."""
    shell = shell_here()
    if shell is None or not hasattr(shell, "set_next_input"):
        return False
    if replace and len(re.findall(r"^(?!#)\S", shell.user_ns["In"][-1], re.M)) > 1:
        return False
    shell.set_next_input(code, replace=replace)
    return True
