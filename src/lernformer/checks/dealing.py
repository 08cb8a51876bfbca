"""Handing out bugs in a notebook: ``deal`` one that is graded, ``repair`` others."""

import ast
import builtins
import importlib
import inspect
import re
import secrets
import textwrap
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
from lernformer.mistakes.mistake import Bug
from lernformer.probes import names
from lernformer.probes.earlier import looked_up
from lernformer.probes.probing import missing


def deal(task_id: str, student: str = "", *, show: bool = False) -> Callable:
    """Turn the cell that calls this into code with a bug in it, to be mended.

    Which bug it is depends on student and term, so that neighbours have others.

    Args:
        task_id: of a task that is to find a bug.
        student: who has it; by default whoever is logged in.
        show: print the code, where a cell cannot be replaced.

    Returns:
        What stands in for the answer as long as there is none.

    Raises:
        ValueError: if there is no such task, or it is to be written.
    """
    chosen = checks.task(task_id)
    if not chosen.bugs:
        raise ValueError(f"{task_id} has no bug to find: it is to be written")
    code = as_cell(drawn(chosen, student or whose(), term(date.today())))
    if show or not _put(code, replace=True):
        print(code)
    else:
        told = (
            "This cell now holds a colleague's code, with one bug in it. Mend it, and "
            "run both cells. If the cell is as it was: "
            f'deal("{task_id}", show=True) prints the code.'
        )
        print(wrapped(told))
    return missing(task_id)


def repair(what: Any, bug: int | None = None) -> None:
    """Practise, without points: get a bug to mend, or hear whether it is mended.

    The code is that of tasks which one's own answers pass, so that nothing is given
    away.

    Args:
        what: a chapter, ``"attention"``, for another bug in a new cell below; or the
            function or class in that cell, for what is said of it.
        bug: the number of one that was dealt before.

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
    """A wrong answer as something to mend.

    Attributes:
        number: its place among those of the chapter, from 1.
        task: whose answer it is.
        cause: what is wrong.
        code: without what tells of it, under a name with its number.
        symptom: what a colleague would report; where nobody does, a check will.
        needs: names that it looks up in the notebook.
    """

    number: int
    task: str
    cause: str
    code: str
    symptom: str = ""
    needs: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """What the code defines, ``softmax_7``."""
        return f"{self.task.partition('.')[2]}_{self.number}"


def practice(slug: str) -> list[Practice]:
    """The bugs of a chapter's tasks, and the wrong answers that need nothing else.

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
    """The code of a wrong answer, under another name; empty if it needs more."""
    if not isinstance(answer, type | FunctionType):
        return ""
    if isinstance(answer, type) and answer.__bases__ != (nn.Module,):
        return ""
    home = vars(importlib.import_module(answer.__module__))
    found = home.get(answer.__name__) is answer
    if not found:  # one of several that were made
        return ""
    if any(_ours(home.get(needed)) for needed in _needs(answer)):
        return ""
    tree = ast.parse(textwrap.dedent(inspect.getsource(answer))).body[0]
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
    return frozenset(name for name in every if not hasattr(builtins, name))


def _ours(found: Any) -> bool:
    """Whether it stands in the catalogue, which a notebook does not have."""
    module = getattr(found, "__module__", "") or ""
    return module.startswith("lernformer.mistakes") or found is None


def _hand_out(slug: str, bug: int | None) -> None:
    every, notebook = practice(slug), _notebook()
    if bug is not None and bug not in range(1, len(every) + 1):
        raise ValueError(f"bug is 1 to {len(every)}, got {bug}")
    chosen = [one for one in every if bug in (None, one.number)]
    fits = [one for one in chosen if one.needs <= notebook.keys()]
    right = _right(slug, {one.task for one in fits}, notebook)
    fits = [one for one in fits if one.task in right]
    if not fits:
        told = (
            "Bugs are dealt in what your own answers do already: first write one of "
            f"{', '.join(dict.fromkeys(one.task for one in chosen))}, and run it."
        )
        print(wrapped(told))
        return
    one = secrets.choice(fits)
    symptom = f"A colleague writes: “{one.symptom}”"
    if not one.symptom:
        verdict = checks.run(one.task, _made(one, notebook))
        symptom = "A check says: " + verdict.symptom.split("\n")[0]
    told = f"Bug {one.number} of {len(every)}. {symptom}"
    cell = f"{wrapped(told, '# ')}\n{one.code}\n\n\nrepair({one.name})"
    if not _put(cell, replace=False):
        print(cell)


def _right(slug: str, tasks: set[str], notebook: Mapping[str, Any]) -> set[str]:
    """The tasks among these that the notebook's own answers pass."""
    own = {t: notebook.get(t.partition(".")[2]) for t in tasks}
    return {t for t, x in own.items() if x is not None and checks.run(t, x).passed}


def _made(one: Practice, notebook: Mapping[str, Any]) -> Any:
    """The wrong answer as the student's notebook would have it."""
    namespace = dict(notebook)
    exec(one.code, namespace)
    return namespace[one.name]


def _judge(answer: Any) -> None:
    name = getattr(answer, "__name__", "")
    every = (one for slug in CHAPTERS for one in practice(slug))
    one = next((one for one in every if one.name == name), None)
    if one is None:
        raise ValueError(f"{name or answer!r} is no bug that was dealt")
    verdict = replace(checks.run(one.task, answer), remark="")
    if verdict.passed:
        lines = distance(one.code, reference_code(one.task))
        bug = Planted(one.code, Bug("", one.symptom, "", ""), lines)
        verdict = graded(replace(verdict, score=1.0), source_of(answer), [bug])
        told = f"What was wrong: {one.cause} {verdict.remark}"
        verdict = replace(verdict, remark=told.strip())
    show(str(verdict), verdict.as_html(link))


# The notebook ------------------------------------------------------------------------


def _notebook() -> dict[str, Any]:
    """What the notebook defines; empty where there is none."""
    shell = shell_here()
    return {} if shell is None else shell.user_ns


def _put(code: str, replace: bool) -> bool:
    """Put code into a cell: this one if it holds nothing else, or a new one below."""
    shell = shell_here()
    if shell is None or not hasattr(shell, "set_next_input"):
        return False
    if replace and len(re.findall(r"^(?!#)\S", shell.user_ns["In"][-1], re.M)) > 1:
        return False
    shell.set_next_input(code, replace=replace)
    return True
