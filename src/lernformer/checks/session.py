"""What a kernel remembers: the cells that were run, and what the checks said.

A check is called with a function. The function can't show whether its cell has failed
since then, or now contains different code or a different name. But IPython reports each
cell that it runs, so the checks can avoid a verdict on code that is no longer there.
"""

import inspect
import linecache
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from lernformer.checks.verdict import Verdict
from lernformer.probes.earlier import reached


@dataclass(frozen=True)
class Ran:
    """A cell that was run.

    Attributes:
        source: its text, as the student typed it.
        code: the same text in plain Python, without IPython's own commands.
        cell: the cell's id, or an empty string if the front end doesn't send one.
        unread: why Python couldn't parse the cell; in that case, none of it was run.
        failed: the exception that the cell raised.
        reset: whether running the cell restored its stub.
    """

    source: str
    code: str = ""
    cell: str = ""
    unread: str = ""
    failed: str = ""
    reset: bool = False

    def defines(self, name: str) -> bool:
        """Return True if the cell defines a name, or would if Python could parse it."""
        start = r"[ \t]*" if self.unread else ""
        made = rf"(?:async\s+)?(?:def|class)\s+{name}\b|{name}\s*(?::[^=\n]*)?=(?!=)"
        brought = rf"(?:from|import)\b.*\b{name}\b"
        return bool(re.search(rf"^{start}(?:{made}|{brought})", self.source, re.M))

    def instead(self) -> str:
        """Return the names of the functions and classes that the cell defines."""
        found = re.findall(r"^(?:async\s+)?(?:def|class)\s+(\w+)", self.source, re.M)
        return " and ".join(found) or "nothing"


@dataclass
class Session:
    """What a kernel remembers once the checks have been imported.

    Attributes:
        runs: the cells, in the order in which they were run.
        current: the cell that is running now.
        tries: for each task, the different answers that weren't right yet.
        last: for each task, the last verdict that the student has seen.
        resetting: whether the cell that is running now restores its stub.
        rechecking: whether to check an answer whenever its cell is run.
    """

    runs: list[Ran] = field(default_factory=list)
    current: Ran = field(default_factory=lambda: Ran(""))
    tries: dict[str, set[str]] = field(default_factory=dict)
    last: dict[str, Verdict] = field(default_factory=dict)
    resetting: bool = False
    rechecking: bool = False
    _known: dict[str, tuple[list, Verdict]] = field(default_factory=dict)

    # What was run -------------------------------------------------------------------

    def begins(self, shell: Any, info: Any) -> None:
        """Record that IPython is about to run a cell."""
        self.current = _read(shell, info)

    def ends(self, shell: Any, result: Any) -> None:
        """Record that IPython has run a cell, or that the cell failed."""
        ran = _read(shell, result.info)
        unread, failed = result.error_before_exec, result.error_in_exec
        if isinstance(failed, SyntaxError):  # IPython reports some syntax errors there
            unread, failed = failed, None
        outcome = _described(unread), _described(failed), self.resetting
        self.runs.append(Ran(ran.source, ran.code, ran.cell, *outcome))
        self.current, self.resetting = Ran(""), False

    def stale(self, name: str, answer: Any) -> str:
        """Return why a verdict would be about old code; empty if it wouldn't.

        Args:
            name: the name of the function or class, and of its cell in our notebooks.
            answer: what the name refers to now.
        """
        own = _source(answer)
        homes = {name} | {ran.cell for ran in self.runs if own and ran.code == own}
        homes -= {""}
        meant = [ran for ran in self.runs if ran.cell in homes or ran.defines(name)]
        if not meant or own in [x for x in (self.current.code, meant[-1].code) if x]:
            return ""
        ran, old = meant[-1], f"The check would see the old {name}"
        if ran.reset:
            return f"the cell of {name} was reset, and hasn't run since"
        if ran.unread:
            return f"Python cannot read the cell of {name}: {ran.unread}. {old}"
        if not ran.defines(name):
            now = f"now defines {ran.instead()} and no longer {name}"
            return f"the cell of {name} {now}. {old}"
        if ran.failed:
            return f"the cell of {name} stopped with {ran.failed}. {old}"
        return ""

    def of(self, name: str) -> list[Ran]:
        """Return the runs of the cell that should define a name."""
        return [ran for ran in self.runs if ran.cell == name or ran.defines(name)]

    def absent(self, name: str) -> str:
        """Return why a name isn't defined, and what to do about it."""
        meant = self.of(name)
        if meant and (why := meant[-1].unread or meant[-1].failed):
            return f"There is no {name} yet: its cell stopped with {why}."
        if meant and not meant[-1].defines(name):
            return f"There is no {name}: its cell defines {meant[-1].instead()}."
        return (
            f"There is no {name} yet: run its cell first, then this one. After a "
            "restart of the kernel: Run → Run All Above Selected Cell."
        )

    # What the checks said -----------------------------------------------------------

    def note(self, answer: Any, verdict: Verdict) -> None:
        """Remember a verdict. If the student has seen it, call ``shown`` instead."""
        self._known[verdict.task] = ([answer, *reached(answer)], verdict)

    def known(self, task_id: str, answer: Any) -> Verdict | None:
        """Return the verdict on this very answer, if nothing it calls has changed."""
        parts, verdict = self._known.get(task_id, ([], None))
        now = [answer, *reached(answer)]
        same = len(now) == len(parts) and all(map(lambda a, b: a is b, now, parts))
        return verdict if same else None

    def shown(self, answer: Any, verdict: Verdict) -> None:
        """Remember the verdict that the student has seen on an answer."""
        self.note(answer, verdict)
        self.last[verdict.task] = verdict
        if not verdict.passed and verdict.mistake != "unfinished":
            tried = _source(answer) or repr(answer)
            self.tries.setdefault(verdict.task, set()).add(tried)


SESSION = Session()


def watch(
    shell: Any, explain: Callable[[NameError], str], then: Callable[[Ran], None]
) -> None:
    """Make IPython report each cell that it runs to the session.

    From then on, operations on small tensors use a single thread (see ``threads``).

    Args:
        shell: IPython's shell.
        explain: a function that says why a name is missing and returns a line. IPython
            shows the line instead of the traceback, unless the line is empty.
        then: a function to call with each cell after it was run.
    """
    torch.set_num_threads(1)

    def ends(result: Any) -> None:
        SESSION.ends(shell, result)
        then(SESSION.runs[-1])

    def failed(shell: Any, kind: type, error: Any, tb: Any, tb_offset: Any) -> None:
        if line := explain(error):
            error._render_traceback_ = lambda: [line]
        shell.showtraceback((kind, error, tb), tb_offset=tb_offset)

    shell.events.register("pre_run_cell", lambda info: SESSION.begins(shell, info))
    shell.events.register("post_run_cell", ends)
    shell.set_custom_exc((NameError,), failed)


def _read(shell: Any, info: Any) -> Ran:
    source = (info.raw_cell or "") if info is not None else ""
    try:
        code = shell.transform_cell(source)
    except SyntaxError:
        code = ""
    return Ran(source, code, cell=str(getattr(info, "cell_id", None) or ""))


def _described(error: BaseException | None) -> str:
    if error is None:
        return ""
    if isinstance(error, SyntaxError):
        line = f", line {error.lineno}" if error.lineno else ""
        return f"{type(error).__name__} ({error.msg}{line})"
    return f"{type(error).__name__} ({error})" if str(error) else type(error).__name__


def _source(answer: Any) -> str:
    """Return the code of the cell that defined a function or class, if we know it."""
    function = inspect.unwrap(answer) if inspect.isfunction(answer) else None
    if inspect.isclass(answer):
        own = (x for x in vars(answer).values() if inspect.isfunction(x))
        function = next(own, None)
    if function is None:
        return ""
    return "".join(linecache.getlines(function.__code__.co_filename))
