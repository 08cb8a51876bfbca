"""Runs a student's code and answers questions about it, but judges nothing.

The student's code can read, replace and forge whatever this process knows or says. So
the process knows no right answer, no seed and no case except the current one. Its
results earn points only if the judge finds them right.

The process may learn right code only at the end, when all answers have run. If an
answer calls answers to earlier tasks, it then runs again with the right code for those
tasks (`probes.earlier`). From then on, the judge ignores whatever the process says
about the earlier tasks.
"""

import ast
import contextlib
import importlib
import inspect
import io
import linecache
import os
import pkgutil
import pydoc
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.text import SList
from matplotlib.backends import backend_registry
from torch import nn
from traitlets.config import Config

import lernformer
from lernformer import probes
from lernformer.grading.sandbox import answer_code, guard, reader
from lernformer.grading.sandbox.messages import DTYPES, Channel, Closed
from lernformer.probes import probing
from lernformer.probes.case import Case, Observation
from lernformer.probes.earlier import called, earlier, right, standing_in
from lernformer.probes.probing import OutOfTime, observe, time_limit

PRELOADED = reader.LIST["preloaded"]["modules"].split()
MAX_TEXT = 20_000  # characters of a cell's output that reach the page
MAX_PICTURE = 500_000  # characters of base64
MAX_REFUSED = 5  # refusals reported per cell or answer
MAX_ERROR = 300  # characters
MAX_WORDS = 80  # characters quoted from a statement
MAX_OUTPUTS = 20  # per cell
SHOWN = ("text/plain", "image/png", "image/jpeg")  # types that can't run code in a page


def warm_up(slug: str) -> "Student":
    """Return a `Student` in which no student's code has run yet.

    Some work is slow the first time. Doing it here in advance means that no submission
    loses time on it.
    """
    for name in (*PRELOADED, *_visible()):
        # not installed, or a chapter's module that immediately needs what was cut out
        with contextlib.suppress(ModuleNotFoundError, RuntimeError):
            importlib.import_module(name)
    for name in probes.names(slug):
        for path in probes.probe(f"{slug}.{name}").ready_made:
            with contextlib.suppress(pydoc.ErrorDuringImport):
                pydoc.locate(path)  # we can refuse only functions that are loaded
    torch.compile = uncompiled
    backend_registry.list_all()  # finds out which package provides "inline"
    x = torch.ones(2, 2, requires_grad=True)
    torch.autograd.grad((x @ x).softmax(-1).sum(), x)
    torch.broadcast_shapes((1, 2), (2, 1))  # loads sympy
    nn.Linear(2, 2)(x)
    student = Student()
    student.run("1 + 1", "warming up", None, 10.0)
    for name in probes.names(slug):  # looks for refused functions in all loaded modules
        chosen = probes.probe(f"{slug}.{name}")
        observe(chosen, probing.missing(chosen.id), [])
    return student


def _visible() -> list[str]:
    """Return the names of all modules here that a notebook can import."""
    found = pkgutil.walk_packages(
        lernformer.__path__, "lernformer.", onerror=lambda name: None
    )
    return [one.name for one in found if not one.name.startswith("lernformer.grading")]


def uncompiled(model: Any = None, **options: object) -> Any:
    """Return a model unchanged. Replaces ``torch.compile``: there is no compiler."""
    return model or (lambda one: one)


uncompiled.__module__ = "torch"


class Shell(InteractiveShell):
    """An IPython shell without a GUI. Programs that can't start return no output."""

    def enable_gui(self, gui: str | None = None) -> None:
        """Do nothing, because ``%matplotlib inline`` needs no GUI."""

    def system_piped(self, cmd: str) -> None:
        print(*self.getoutput(cmd, depth=1), sep="\n")

    system = system_piped

    def getoutput(self, cmd: str, split: bool = True, depth: int = 0) -> SList:
        with contextlib.suppress(OSError):
            return super().getoutput(cmd, split, depth + 1)
        return SList()


class Student:
    """The IPython session in which a student's notebook runs, cell by cell."""

    def __init__(self):
        self.channel: Channel | None = None
        self.shown = Shown()
        config = Config()
        config.HistoryManager.enabled = False
        config.InteractiveShell.colors = "nocolor"
        config.InteractiveShell.xmode = "Plain"
        self.shell = Shell.instance(config=config)
        self.shell.magics_manager.load_all_lazy_magics()
        self.shell.display_pub = Published(shown=self.shown, shell=self.shell)
        self.shell.displayhook = Displayed(shown=self.shown, shell=self.shell)
        self.shell.showtraceback = self._show_error
        self.failed = self.guarded = False

    def serve(self, channel: Channel, waits: int | None = None) -> None:
        """Answer the judge's questions until it closes the connection.

        ``waits`` is the descriptor of this thread's schedstat; see `probing.WAITS`.
        """
        self.channel, probing.WAITS = channel, waits
        process = os.getpid()
        channel.say({"ready": True})
        known: dict[str, Callable[..., dict]] = {
            "read": answer_code.read,
            "run": self.run,
            "probe": self.probe,
        }
        with contextlib.suppress(Closed):
            while True:
                question = channel.hear()
                do = known[question.pop("do")]
                number = question.pop("number")
                answer = do(**question)
                if os.getpid() != process:
                    return  # the student's code has forked, and this is the child
                channel.say({**answer, "number": number})

    def run(
        self,
        source: str,
        name: str,
        stop: int | None,
        seconds: float,
        guarded: bool = False,
    ) -> dict:
        """Run a cell statement by statement, announcing each one before it runs.

        If a statement fails, the others still run, so that a single missing library
        doesn't ruin everything. At most ``stop`` statements run. A statement that takes
        longer than ``seconds`` raises ``OutOfTime``. In the run that decides the score,
        cells are ``guarded``, and this process is guarded from the first of them on.

        The result contains the cell's ``outputs``, whether it ``failed``, and its first
        ``error``. It also has the index of a statement that ran out of time (``late``),
        and what the guard ``refused``.
        """
        self.shown.clear()
        self.failed, self.error, self.refused = False, "", list[str]()
        if guarded and not self.guarded:
            self.guarded = True
            guard.close(self.shell.user_ns, sys.modules[__name__])
        written = contextlib.redirect_stdout(self.shown.stdout)
        with written, contextlib.redirect_stderr(self.shown.stderr):
            late = self._run(source, name, stop, seconds)
        return {
            "outputs": self.shown.outputs(),
            "failed": self.failed,
            "error": self.error,
            "late": late,
            "refused": self.refused[:MAX_REFUSED],
        }

    def _run(
        self, source: str, name: str, stop: int | None, seconds: float
    ) -> int | None:
        """Run a cell's statements. Return the index of one that ran out of time."""
        place = 0
        try:
            if self.guarded:
                code = reader.transformed(source)
                statements = reader.statements_of(source)
            else:
                code = self.shell.transform_cell(source)
                statements = ast.parse(code, name).body
            linecache.cache[name] = (len(code), None, code.splitlines(True), name)
            with time_limit(seconds):
                for place, statement in enumerate(statements[:stop]):
                    if self.channel:
                        self.channel.say({"at": place})
                    last = place == len(statements) - 1
                    shown = last and isinstance(statement, ast.Expr)
                    try:
                        self._execute(statement, name, shown)
                    except Exception:
                        self._show_error(statement.lineno)
        except OutOfTime:
            self.failed = True
            self.shown.error("OutOfTime", f"still running after {seconds:g} seconds")
            return place
        except BaseException:
            self._show_error()
        return None

    def _execute(self, statement: ast.stmt, file: str, show: bool) -> None:
        """Run a statement as IPython would.

        We use IPython's compiler because it remembers ``__future__`` imports from
        earlier cells, and its event loop because it runs code that uses ``await``.
        """
        hook, sys.displayhook = sys.displayhook, self.shell.displayhook
        before = len(guard.refusals)
        if self.guarded:
            words = ast.unparse(statement).partition("\n")[0][:MAX_WORDS]
            statement = reader.Guarded().visit(statement)
        tree = ast.Interactive([statement]) if show else ast.Module([statement], [])
        spaces = self.shell.user_global_ns, self.shell.user_ns
        make = self.shell.compile
        try:
            with make.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT):
                code = make(tree, file, "single" if show else "exec")
            if code.co_flags & inspect.CO_COROUTINE:
                self.shell.loop_runner(eval(code, *spaces))
            else:
                exec(code, *spaces)
        finally:
            sys.displayhook = hook
            self.refused += [f"“{words}”, which {x}" for x in guard.refusals[before:]]

    def _show_error(self, line: object = None, *_: object, **kwargs: object) -> None:
        before, self.failed = self.failed, True
        kind, error, trace = sys.exc_info()
        if kind is None or (before and isinstance(line, int)):
            return  # called by the student's code, or a consequence of the first error
        with contextlib.suppress(Exception):  # even if the error's own methods fail
            words = str(error)
            if isinstance(error, SyntaxError):
                line, words = error.lineno, error.msg
            where = f"line {line}: " if isinstance(line, int) else ""
            self.error = f"{where}{kind.__name__}: {words}"[:MAX_ERROR]
            lines = self.shell.InteractiveTB.structured_traceback(
                kind, error, trace, tb_offset=2
            )
            self.shown.error(kind.__name__, str(error), lines)

    def probe(
        self,
        task: str,
        name: str,
        cases: list[dict],
        seed: int,
        seconds: float,
        given: dict[str, str] | None,
    ) -> dict:
        """Run an answer on some cases, with ``seconds`` for each. Return its results.

        The reply also says which answers to earlier tasks the answer calls. If it calls
        any, and the right code for them is ``given``, keyed by module, that code
        replaces the student's.
        """
        if name not in self.shell.user_ns:
            return {"defined": False}
        if self.guarded:
            guard.put_back()
        chosen, answer = probes.probe(task), self.shell.user_ns[name]
        used = called(answer, earlier(chosen))
        reply = {"defined": True, "used": used, "seen": None}
        guard.refusals.clear()
        torch.manual_seed(seed)
        probing.TIME_LIMIT = seconds
        drawn = [Case(**case) for case in cases]
        stand_ins: dict[str, Any] = {}
        if given is not None and used:
            put_back(chosen.slug, given)
            stand_ins = right(chosen.slug, used)
        with standing_in(answer, stand_ins):
            seen, _ = observe(chosen, answer, drawn)
        refused = [f"“{name}”, which {x}" for x in guard.refusals[:MAX_REFUSED]]
        return reply | {"seen": [_message(one) for one in seen], "refused": refused}


def put_back(slug: str, code: dict[str, str]) -> None:
    """Restore the right code of a chapter's functions and classes that were cut out."""
    chapter = f"lernformer.{slug}"
    modules = [
        vars(module)
        for name, module in list(sys.modules.items())
        if f"{name}.".startswith(f"{chapter}.")
    ]
    for name, source in code.items():
        module = vars(importlib.import_module(name))
        cut = dict(module)
        exec(source, module)
        for part, new in [(n, x) for n, x in module.items() if x is not cut.get(n)]:
            for other in modules:  # which may have imported the cut version
                if part in cut and other.get(part) is cut[part]:
                    other[part] = new


def _message(seen: Observation) -> dict[str, Any]:
    values = {name: np.asarray(x) for name, x in seen.values.items()}
    for name, x in values.items():
        if x.dtype.name not in DTYPES:
            values[name] = x.astype(np.float64)
    facts = {name: str(fact)[:1000] for name, fact in seen.facts.items()}
    trouble = seen.trouble[:1000]
    return {"values": values, "facts": facts, "trouble": trouble, "kind": seen.kind}


class Limited(io.TextIOBase):
    """A stream that keeps only the beginning of what is written to it."""

    def __init__(self):
        self.text = ""
        self.lost = False

    def write(self, text: str) -> int:
        room = MAX_TEXT - len(self.text)
        self.text += text[:room]
        self.lost |= len(text) > room
        return len(text)

    def writable(self) -> bool:
        return True


class Shown:
    """The outputs of a cell so far, limited to what fits on a page."""

    def __init__(self):
        self.stdout, self.stderr = Limited(), Limited()
        self.rich: list[dict] = []

    def clear(self) -> None:
        for stream in (self.stdout, self.stderr):
            stream.text, stream.lost = "", False
        self.rich.clear()

    def add(self, data: dict, kind: str) -> None:
        kept = {
            mime: text[: MAX_TEXT if mime == "text/plain" else None]
            for mime, text in data.items()
            if mime in SHOWN and isinstance(text, str) and len(text) < MAX_PICTURE
        }
        if kept and len(self.rich) < MAX_OUTPUTS:
            self.rich.append({"kind": kind, "data": kept})

    def error(self, name: str, words: str, lines: Sequence[str] = ()) -> None:
        text = "\n".join(lines)[-MAX_TEXT:] or f"{name}: {words}"
        self.rich.append({"kind": "error", "data": {name[:100]: text}})

    def outputs(self) -> list[dict]:
        streams = (("stdout", self.stdout), ("stderr", self.stderr))
        written = [
            {"kind": name, "data": {"text": stream.text}, "cut": stream.lost}
            for name, stream in streams
            if stream.text
        ]
        return written + self.rich


class Published(DisplayPublisher):
    """Collects what a notebook passes to ``display``, to show on the page."""

    def __init__(self, *, shown: Shown, **kwargs: object):
        super().__init__(**kwargs)
        self.shown_ = shown

    def publish(self, data, metadata=None, **kwargs):
        self.shown_.add(data, "display_data")


class Displayed(DisplayHook):
    """Collects the value of a cell's last line, to show on the page."""

    def __init__(self, *, shown: Shown, **kwargs: object):
        super().__init__(**kwargs)
        self.shown_ = shown

    def __call__(self, result=None):
        if result is not None:
            data, _ = self.shell.display_formatter.format(result)
            self.shown_.add(data, "display_data")
