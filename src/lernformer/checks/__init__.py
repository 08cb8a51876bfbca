"""The checks: ``check("attention.softmax", softmax)`` says what is wrong and why.

These functions check answers and help with them:

- ``run`` checks an answer and returns the verdict.
- ``check`` shows the verdict in a notebook and raises if the answer isn't right yet.
- ``recheck`` makes a notebook check an answer whenever its cell is run.
- ``hint`` shows a hint. Each level is more direct than the one before.
- ``passed`` returns whether all the answers that a cell uses are right.
- ``status`` shows the points for each task and what to do next.
- ``reset`` restores the stub of a task.

These ask questions:

- ``deal`` and ``repair`` hand out code with a bug, with and without points.
- ``predict`` asks what a figure will show before it is drawn.
- ``reveal`` shows a model answer next to yours.
- ``defend`` asks you about your own code.
"""

import asyncio
import contextlib
import difflib
import importlib
import os
import secrets
import sys
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import torch

from lernformer import CHAPTERS, probes, start
from lernformer.checks import resetting
from lernformer.checks.dealing import deal, repair
from lernformer.checks.fairer import fairer
from lernformer.checks.hints import Hint, early, folded
from lernformer.checks.judging import judge
from lernformer.checks.links import link
from lernformer.checks.overview import Row, Status
from lernformer.checks.own_code import defend
from lernformer.checks.own_code.for_points import defend_for_points
from lernformer.checks.predicting import in_a_notebook, predict
from lernformer.checks.repairing import graded, planted, source_of
from lernformer.checks.revealing import reveal
from lernformer.checks.session import SESSION, Ran, watch
from lernformer.checks.showing import BadCall, Shown, shell_here, show
from lernformer.checks.task import Task
from lernformer.checks.verdict import Verdict, boxed
from lernformer.checks.ways import folded_way
from lernformer.checks.wrapping import wrapped
from lernformer.probes.case import Case
from lernformer.probes.earlier import (
    called,
    defines,
    earlier,
    global_of,
    home,
    right,
    standing_in,
)
from lernformer.probes.probing import is_missing, observe
from lernformer.threads import one_thread

__all__ = [
    "CheckFailed",
    "Verdict",
    "check",
    "deal",
    "defend",
    "defend_for_points",
    "hint",
    "passed",
    "predict",
    "recheck",
    "repair",
    "reset",
    "reveal",
    "run",
    "status",
    "task",
    "tasks",
]

IDLE = 0.5  # seconds to wait after a cell
GRADED = "NBGRADER_EXECUTION"  # the variable that nbgrader sets while it runs cells
SLOW = "torch._dynamo"  # importing it makes the first check slow


class CheckFailed(AssertionError):
    """Raised when an answer isn't right yet, with the verdict's message as its text."""

    def _render_traceback_(self) -> list[str]:
        """Return one line to show instead of a traceback through our own code.

        A notebook has already printed the verdict above this line. When nbgrader runs
        the notebook, the line is the verdict itself, because Validate shows only that.
        """
        text = self if GRADED in os.environ else "not yet, see above"
        return [f"{type(self).__name__}: {text}"]


def tasks() -> list[str]:
    """Return the ids of all tasks, ``"<slug>.<name>"``."""
    return list(probes.tasks())


def task(task_id: str) -> Task:
    """Return the task with this id; raise ``ValueError`` if there is none."""
    if task_id not in probes.tasks():
        near = difflib.get_close_matches(str(task_id), tasks(), n=3) or tasks()
        raise BadCall(wrapped(f"no task {task_id!r}; there are {', '.join(near)}"))
    return importlib.import_module(f"{__name__}.{task_id}").TASK


def run(
    task_id: str, answer: Any, seed: int | None = None, *, reference: bool = False
) -> Verdict:
    """Check an answer and return the verdict.

    The answer may call the student's own answers to earlier tasks in the chapter. If
    those contain mistakes, the verdict doesn't count them (see ``probes.earlier``).

    Args:
        task_id: ``"<slug>.<name>"``.
        answer: the function or class that the student wrote.
        seed: the seed from an earlier verdict, to repeat its cases. By default, the
            cases are new.
        reference: whether this is the course's own answer.

    Raises:
        ValueError: if there is no such task.
    """
    chosen = task(task_id)
    seed = secrets.randbelow(2**31) if seed is None else seed
    cases = chosen.cases(np.random.default_rng(seed))
    own = _look(chosen, answer, cases, seed, reference)
    if reference:
        return own
    fair = own if own.passed else _fairer(chosen, answer, cases, seed, own)
    known = planted(chosen)
    return graded(fair, source_of(answer) if known else None, known)


def _fairer(
    chosen: Task, answer: Any, cases: list[Case], seed: int, own: Verdict
) -> Verdict:
    """Judge with the student's and our earlier answers; return the better verdict."""
    slug = chosen.probe.slug
    used = called(answer, earlier(chosen.probe))
    known = right(slug, used).items()
    others = {name: x for name, x in known if x is not global_of(answer, name)}
    if not others:
        return own
    with standing_in(answer, others):
        given = _look(chosen, answer, cases, seed)

    def wrong(name: str) -> bool:
        name = home(slug, name)
        other = task(f"{slug}.{name}")
        drawn = other.cases(np.random.default_rng(seed))
        return not _look(other, global_of(answer, name), drawn, seed).passed

    verdict = fairer(own, given, list(others), wrong)
    blamed = verdict.blocked_by
    missing = bool(blamed) and not any(defines(answer, name) for name in blamed)
    return replace(verdict, not_run=missing)


def _look(
    task: Task,
    answer: Any,
    cases: list[Case],
    seed: int,
    reference: bool = False,
) -> Verdict:
    """Return the verdict on an answer together with everything that it calls."""
    # leave the student's own random state unchanged
    with one_thread(), torch.random.fork_rng(devices=()):
        # torch.manual_seed does this for the CPU, but also records its caller.
        torch.default_generator.manual_seed(seed)
        observations, printed = observe(task.probe, answer, cases, reference=reference)
        return judge(task, cases, observations, seed, printed)


def check(task_id: str, answer: Any, seed: int | None = None) -> None:
    """Check an answer, show the verdict, and raise if the answer isn't right yet.

    In a notebook, the answer's cell may have failed since it defined the answer, or it
    may now define something else. In that case, nothing is checked, because the verdict
    would be about old code.

    If you pass a seed, the verdict doesn't show it, because students must not see the
    seed that is used for grading.

    Raises:
        CheckFailed: if the answer isn't right yet, so nbgrader gives the cell no
            points.
    """
    name = task(task_id).probe.name
    if is_missing(answer):
        _quiet(
            "Nothing fixed yet: the cell above now has the bug; fix it, run the cell, "
            "then check."
        )
    if _is_ours(answer):
        _quiet(f"{name} is the course's own here: write yours, run it, then check.")
    if why := SESSION.stale(name, answer):
        _quiet(f"Not checked: {why}.")
    with _sign_of_life():
        verdict = run(task_id, answer, seed)
    SESSION.shown(answer, verdict)
    if in_a_notebook() and GRADED not in os.environ:
        with contextlib.suppress(OSError, ValueError):  # saving is optional
            start.keep(Path(), task_id, verdict.score)
    if verdict.mistake == "unfinished":
        words = f"{name} is {verdict.symptom.partition(chr(10))[0]}."
        _quiet(words, folded(task(task_id)), verdict)
    shown = verdict if seed is None else replace(verdict, seed=None)
    if verdict.passed:
        more = f"<p>{escape(_progress(task_id).line)}</p>"
        more += folded_way(task_id, answer) if verdict.score == 1 else ""
    else:
        more = folded(task(task_id))
    show(str(shown), shown.as_html(link, more, early(task(task_id))))
    if not verdict.passed:
        raise CheckFailed(wrapped(verdict.message)) from None


def _quiet(words: str, more: str = "", verdict: Verdict | None = None) -> NoReturn:
    """Explain in one line why nothing was judged. The answer isn't necessarily wrong.

    Raises:
        CheckFailed: always, because the cell earns nothing yet.
    """
    html = boxed(f"<p>○ {escape(words)}</p>{more}", "open")
    show(wrapped(f"○ {words}"), html)
    raise CheckFailed(wrapped(verdict.message if verdict else words)) from None


@contextlib.contextmanager
def _sign_of_life() -> Iterator[None]:
    """Show a message while the slow first check runs."""
    if SLOW in sys.modules or not in_a_notebook():
        yield
        return
    from IPython.display import display

    words = "Getting ready: the first check takes a few seconds …"
    waiting = display(Shown(words, boxed(f"<p>{words}</p>", "open")), display_id=True)
    yield
    waiting.update(Shown("", ""))


def _is_ours(answer: Any) -> bool:
    return str(getattr(answer, "__module__", "")).startswith("lernformer.")


def passed(*answers: Any) -> bool:
    """Return True if all these answers are right, so that a cell can use them.

    Otherwise, print which answers the cell is waiting for. An answer that has been
    checked before isn't checked again.
    """
    missing = []
    for answer in answers:
        name = getattr(answer, "__name__", "")
        task_id = next((x for x in tasks() if x.partition(".")[2] == name), "")
        if not task_id or not _verdict(task_id, answer).works:
            missing.append(name or str(answer))
    if missing:
        print(wrapped(f"Nothing to show until this passes: {', '.join(missing)}."))
    return not missing


def _verdict(task_id: str, answer: Any) -> Verdict:
    """Return the remembered verdict on an answer, or else check the answer now."""
    if (verdict := SESSION.known(task_id, answer)) is None:
        verdict = run(task_id, answer)
        SESSION.note(answer, verdict)
    return verdict


def hint(task_id: Any, level: int = 1) -> None:
    """Show a hint. Level 1 points the way, level 2 says more, level 3 is nearly code.

    After two tries, you can also see level 3, and what to write in place of your last
    try.

    Args:
        task_id: ``"<slug>.<name>"``, or the function or class itself.
        level: the level of the first hint to show.

    Raises:
        ValueError: if there is no such task or level.
    """
    name = getattr(task_id, "__name__", "")
    task_id = next((x for x in tasks() if name == x.partition(".")[2]), task_id)
    chosen = task(task_id)
    if level not in range(1, len(chosen.hints) + 1):
        raise BadCall(f"level must be 1 to {len(chosen.hints)}, got {level}")
    shown = Hint(chosen, level)
    show(repr(shown), shown._repr_html_())


def status(slug: str = "") -> None:
    """Show how many points you have for a chapter's tasks, and what to do next.

    Args:
        slug: the chapter's slug; by default, the chapter of this notebook. With
            ``"course"``, you see all chapters as they were when last checked.

    Raises:
        ValueError: if there is no such chapter, or if this isn't a notebook.
    """
    if slug == "course":
        points = start.course(Path.cwd())
        show(repr(points), boxed(points._repr_html_(), "open"))
        return
    shell = shell_here()
    slug = slug or _this_chapter()
    if not slug and shell is not None:
        raise BadCall('Which chapter? For example: status("attention")')
    if slug not in CHAPTERS:
        raise BadCall(wrapped(f"no chapter {slug!r}; there are {', '.join(CHAPTERS)}"))
    if shell is None:
        raise BadCall(f"status() needs a notebook; here, run: lernformer check {slug}")
    names = [x for x in tasks() if x.startswith(f"{slug}.")]
    rows = [_row(task(x), shell.user_ns.get(x.partition(".")[2])) for x in names]
    cells = [*resetting.cells(f"{slug}.ipynb")]
    shown = Status(rows, start.questions(cells))
    show(repr(shown), shown._repr_html_())


def _row(task: Task, answer: Any) -> Row:
    """Return the state of a task, judged by what its name refers to now."""
    if is_missing(answer):
        return Row(task, note="nothing fixed yet")
    if answer is None or _is_ours(answer):
        return Row(task, note="not run yet")
    if SESSION.stale(task.probe.name, answer):
        return Row(task, note="its cell was changed, and not run since")
    return _row_of(task, _verdict(task.id, answer))


def _row_of(task: Task, verdict: Verdict) -> Row:
    if verdict.mistake == "unfinished":
        return Row(task, note="not written yet")
    if verdict.blocked_by:
        return Row(task, verdict.score, f"waits for {' and '.join(verdict.blocked_by)}")
    return Row(task, verdict.score, "" if verdict.passed else f"✗ {verdict.aspect}")


def _progress(task_id: str) -> Status:
    """Return the progress that past checks have recorded; nothing is checked again."""
    slug = task_id.partition(".")[0]
    every = [task(x) for x in tasks() if x.startswith(f"{slug}.")]
    last = SESSION.last
    return Status([_row_of(x, last[x.id]) if x.id in last else Row(x) for x in every])


def _this_chapter() -> str:
    """Return this notebook's chapter, judging by its file name or the last check."""
    stem = Path(os.environ.get("JPY_SESSION_NAME", "")).stem
    last = next(reversed(SESSION.last), "").partition(".")[0]
    return stem if stem in CHAPTERS else last


def reset(task_id: str) -> None:
    """Restore the stub of a task. Call this in the first line of the task's own cell.

    The cell's old content is saved to a file in the folder ``kept``, next to the
    notebook. If you call it from any other cell, it only explains how to use it.

    Raises:
        ValueError: if there is no such task, or if the notebook's file isn't here.
    """
    chosen, shell = task(task_id), shell_here()
    slug, _, name = task_id.partition(".")
    stub, current = resetting.stub_of(name, slug), SESSION.current
    if shell is None or not (current.cell == name or current.defines(name)):
        call = f'reset("{chosen.id}")'
        words = (
            f"Write {call} as the first line of the cell of {name}, and run that cell: "
            "that restores its stub and saves your code in a file."
        )
        html = f"<p>{escape(words)}</p><pre>{escape(stub)}</pre>"
        show(f"{wrapped(words)}\n\n{stub}", boxed(html, "open"))
        return
    old = "\n".join(current.source.strip().splitlines()[1:]).strip()
    before = [ran.source.strip() for ran in SESSION.of(name)]
    path = resetting.keep(task_id, f"{old or next(reversed(before), '')}\n")
    shell.set_next_input(stub, replace=True)
    SESSION.resetting = True
    words = f"{name} is back to its stub. Your old code is in {path.as_posix()}."
    show(wrapped(words), boxed(f"<p>{escape(words)}</p>", "open"))


def _explain(error: NameError) -> str:
    """If a name is missing, say which cell to run instead of showing a traceback."""
    name = str(error.name)
    if any(x.endswith(f".{name}") for x in tasks()):
        words = SESSION.absent(name)
    elif first := resetting.maker_of(name, SESSION.current):
        words = f"There is no {name} yet: first run the cell that begins with: {first}"
    else:
        return ""
    show(wrapped(f"○ {words}"), boxed(f"<p>○ {escape(words)}</p>", "open"))
    return words if GRADED in os.environ else "Not run yet: see above."


def recheck(on: bool = True) -> None:
    """From now on, check an answer whenever its cell is run.

    Args:
        on: ``False`` turns this off again.
    """
    SESSION.rechecking = on
    words = (
        "From now on, running the cell of an answer also runs its check. "
        "recheck(False) stops that."
        if on
        else "Checks run only when you run their cells."
    )
    show(wrapped(words), boxed(f"<p>{escape(words)}</p>", "open"))


def _recheck(ran: Ran) -> None:
    """Check the answers that a cell has just defined, if rechecking is on."""
    shell = shell_here()
    if not SESSION.rechecking or ran.failed or ran.unread or "check(" in ran.source:
        return
    for task_id in tasks():
        name = task_id.partition(".")[2]
        if ran.defines(name) and name in shell.user_ns:
            with contextlib.suppress(CheckFailed):  # the verdict is shown
                check(task_id, shell.user_ns[name])


def begin(shell: Any) -> None:
    """Start following the cells that IPython runs, as soon as it imports the checks."""
    watch(shell, _explain, _recheck)
    shell.input_transformers_cleanup.append(resetting.alone)
    load_when_idle(SLOW)


def load_when_idle(name: str) -> None:
    """Import a module as soon as the kernel is idle.

    Otherwise, torch would import it when a cell first makes an optimiser, or a tensor
    on a different device. That takes over a second and would delay the first verdict.
    """
    with contextlib.suppress(RuntimeError):  # without a kernel, nobody is waiting
        asyncio.get_running_loop().call_later(IDLE, importlib.import_module, name)


if (_shell := shell_here()) is not None:
    begin(_shell)
