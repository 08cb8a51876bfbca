"""The checks: ``check("attention.softmax", softmax)`` says what is wrong and why.

``run`` returns the verdict; ``check`` shows it in a notebook and raises when the
answer is not right yet; ``hint`` gives a hint, more direct with each level.
"""

import importlib
import os
import secrets
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from lernformer import probes
from lernformer.checks.fairer import fairer
from lernformer.checks.judging import judge
from lernformer.checks.task import Task
from lernformer.checks.verdict import Verdict
from lernformer.probes.case import Case
from lernformer.probes.earlier import (
    called,
    defines,
    earlier,
    held,
    home,
    right,
    standing_in,
)
from lernformer.probes.probing import observe

__all__ = ["CheckFailed", "Verdict", "check", "hint", "run", "task", "tasks"]


class CheckFailed(AssertionError):
    """The answer is not right yet. Its text is the verdict's message."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: our own frames would only hide the message.

        The verdict stands above; nbgrader's Validate shows this text alone.
        """
        told = self if "NBGRADER_EXECUTION" in os.environ else "not yet, see above"
        return [f"{type(self).__name__}: {told}"]


def tasks() -> list[str]:
    """The ids of all tasks, ``"<slug>.<name>"``."""
    return list(probes.tasks())


def task(task_id: str) -> Task:
    """The task with this id; ``ValueError`` names the ones there are."""
    if task_id not in probes.tasks():
        raise ValueError(f"no task {task_id!r}; there are {', '.join(tasks())}")
    return importlib.import_module(f"{__name__}.{task_id}").TASK


def run(
    task_id: str, answer: Any, seed: int | None = None, *, reference: bool = False
) -> Verdict:
    """Check an answer and return the verdict.

    If it calls the student's own answers to earlier tasks of the chapter, a mistake in
    those does not count here (``probes.earlier``).

    Args:
        task_id: ``"<slug>.<name>"``.
        answer: the function or class that the student wrote.
        seed: repeats the cases of an earlier verdict; fresh ones by default.
        reference: whether it is the course's own answer.

    Raises:
        ValueError: if there is no such task.
    """
    chosen = task(task_id)
    seed = secrets.randbelow(2**31) if seed is None else seed
    cases = chosen.cases(np.random.default_rng(seed))
    own = _look(chosen, answer, cases, seed, reference)
    if own.passed or reference:
        return own
    slug, _ = task_id.split(".")
    used = called(answer, earlier(chosen.probe))
    known = right(slug, used).items()
    others = {name: x for name, x in known if x is not held(answer, name)}
    if not others:
        return own
    with standing_in(answer, others):
        given = _look(chosen, answer, cases, seed)

    def wrong(name: str) -> bool:
        name = home(slug, name)
        other = task(f"{slug}.{name}")
        asked = other.cases(np.random.default_rng(seed))
        return not _look(other, held(answer, name), asked, seed).passed

    verdict = fairer(own, given, list(others), wrong)
    blamed = verdict.held_up_by
    missing = bool(blamed) and not any(defines(answer, name) for name in blamed)
    return replace(verdict, not_run=missing)


def _look(
    task: Task,
    answer: Any,
    cases: list[Case],
    seed: int,
    reference: bool = False,
) -> Verdict:
    """The verdict on an answer together with all that it calls."""
    with torch.random.fork_rng(devices=()):  # the student's own draws stay as they were
        # What torch.manual_seed does for the CPU; that also writes down who calls it.
        torch.default_generator.manual_seed(seed)
        observations, printed = observe(task.probe, answer, cases, reference=reference)
        return judge(task, cases, observations, seed, printed)


def check(task_id: str, answer: Any, seed: int | None = None) -> None:
    """Check an answer, show the verdict, and raise if it is not right yet.

    A seed that is passed in is not shown: in grading it is hidden from the student.

    Raises:
        CheckFailed: so that nbgrader gives no points for the cell.
    """
    if str(getattr(answer, "__module__", "")).startswith("lernformer."):
        raise CheckFailed(f"{task_id} is the reference itself: write your own")
    verdict = run(task_id, answer, seed)
    _show(verdict if seed is None else replace(verdict, seed=None))
    if not verdict.passed:
        raise CheckFailed(verdict.message) from None


def hint(task_id: str, level: int = 1) -> None:
    """Show a hint: level 1 points the way, 2 says more, 3 nearly gives the code.

    Raises:
        ValueError: if there is no such task or level.
    """
    hints = task(task_id).hints
    if level not in range(1, len(hints) + 1):
        raise ValueError(f"level is 1 to {len(hints)}, got {level}")
    more = f'\n(More: hint("{task_id}", {level + 1}))' if level < len(hints) else ""
    print(f"Hint {level} of {len(hints)}: {hints[level - 1]}{more}")


def _show(verdict: Verdict) -> None:
    """As HTML in a notebook, as text elsewhere."""
    if "IPython" in sys.modules:
        from IPython.display import display

        display(verdict)
    else:
        print(verdict)
