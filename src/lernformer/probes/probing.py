"""Runs the student's code on the cases. No other module does.

There is always one plain ``Observation`` per case, even if the code raises an error,
prints something, warns about something or never ends.
"""

import contextlib
import ctypes
import gc
import inspect
import io
import os
import re
import signal
import sys
import sysconfig
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.refusing import ReadyMade, not_imported, refusing
from lernformer.probes.values import Unusable

TIME_LIMIT = 10.0  # seconds per case; a right answer takes far less than one
BUSY = 6  # how many times as long it may take on a busy machine
AGAIN = 1.0  # seconds until the signal is repeated, in case the first one was lost
# A descriptor for this thread's schedstat, opened now because files can't be later.
WAITS: int | None = None
PRINTED = 1000  # the most characters of the student's output to repeat in a verdict
LONGEST = 240  # the most characters in an error's message

# What a probe has found out about an answer and can reuse in the next case. It is
# cleared before each verdict, because the code that an answer calls may have changed.
noted: dict[Any, Any] = {}

_PACKAGE = Path(__file__).parents[1]
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platlib")})


def missing(task_id: str) -> Callable:
    """Return a placeholder for an answer that doesn't exist yet."""

    def answer(*args: object, **kwargs: object) -> None:
        raise NotImplementedError

    answer.__name__ = task_id.partition(".")[2]
    return answer


def is_missing(answer: object) -> bool:
    """Return True if an answer is a placeholder made by ``missing``."""
    made = getattr(answer, "__qualname__", "").startswith("missing.<locals>")
    return made and getattr(answer, "__module__", "") == __name__


class OutOfTime(BaseException):
    """Raised when the time is up. An ``except Exception`` doesn't catch it."""


def observe(
    probe: Probe,
    answer: Any,
    cases: list[Case],
    *,
    reference: bool = False,
    limit: float | None = None,
) -> tuple[list, str]:
    """Run ``answer`` on every case; return the observations and what it printed.

    If the code runs out of time or turns out to be an empty stub, it isn't run again,
    and the remaining cases get the same observation. If several cases print something,
    only the output of the first one is returned.

    Args:
        probe: the task's probe.
        answer: the function or class that the student wrote.
        cases: the cases to run it on.
        reference: whether this is the reference, which may call ready-made functions.
            The caller decides this, because answers can't be trusted.
        limit: the most seconds for each case; by default, ``TIME_LIMIT``.
    """
    limit = TIME_LIMIT if limit is None else limit
    observations: list[Observation] = []
    noted.clear()
    printed = ""
    unknown = not_imported(probe)
    with (
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
        as_usual(),
        contextlib.nullcontext() if reference else refusing(probe),
    ):
        warnings.simplefilter("ignore")
        for case in cases:
            last = observations[-1] if observations else Observation()
            if last.kind in ("unfinished", "timeout"):
                observations.append(last)
                continue
            output = io.StringIO()
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                observations.append(_observe_one(probe, answer, case, limit))
            if observations[-1].trouble.startswith("raises MemoryError"):
                gc.collect()  # frees memory in reference cycles before the next case
            printed = printed or output.getvalue()[:PRINTED]
    if unknown and not not_imported(probe):  # the answer imported it, so look again
        return observe(probe, answer, cases, reference=reference, limit=limit)
    return observations, printed


@contextlib.contextmanager
def as_usual() -> Iterator[None]:
    """While active, torch has its default settings.

    The notebook may have changed them, for example in an experiment, but that shouldn't
    affect the verdict on its answers.
    """
    dtype = torch.get_default_dtype()
    torch.set_default_dtype(torch.float32)
    try:
        with torch.enable_grad():
            yield
    finally:
        torch.set_default_dtype(dtype)


def _observe_one(probe: Probe, answer: Any, case: Case, limit: float) -> Observation:
    try:
        with time_limit(limit):
            return probe.ask(answer, case)
    except Unusable as problem:
        return Observation(trouble=str(problem), kind="type")
    except ReadyMade as refusal:
        return Observation(trouble=str(refusal), kind="ready-made")
    except NotImplementedError as error:
        where = _own_lines(error)
        return Observation(trouble=f"not written yet{where}", kind="unfinished")
    except OutOfTime as error:
        return Observation(
            trouble=f"still running after {limit:g} seconds{_own_lines(error)}",
            kind="timeout",
        )
    except (Exception, SystemExit) as error:
        words = f"{type(error).__name__}: {error}".partition(" Hint: ")[0][:LONGEST]
        where = _own_lines(error) or _own_signature(answer, error)
        return Observation(trouble=f"raises {words}{where}", kind="error")


def _own_lines(error: BaseException) -> str:
    """Return the student's own lines in a traceback, innermost last, if there are any.

    >>> # in softmax, line 3: return np.exp(scores) / total
    """
    own = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not Path(frame.filename).is_relative_to(_PACKAGE)
        and not frame.filename.startswith(_LIBRARIES)
        and not frame.filename.startswith("<frozen")
    ]
    return "".join(
        f"\n    in {frame.name}, line {frame.lineno}: {frame.line}"
        for frame in own[-2:]
    )


def _own_signature(answer: Any, error: BaseException) -> str:
    """Return the answer's signature if Python couldn't call it with these arguments.

    >>> # ; yours is softmax(x)
    """
    named = re.match(r"(?:[\w<>]+\.)*([\w<>]+)\(\) (?:takes|missing|got)", str(error))
    if not (isinstance(error, TypeError) and named):
        return ""
    name = named[1]
    function = getattr(answer, name, None) if inspect.isclass(answer) else answer
    if not inspect.isfunction(function) or function.__name__ != name:
        return ""
    return f"; yours is {name}{_plain(inspect.signature(function))}"


def _plain(signature: inspect.Signature) -> str:
    """Return a signature without annotations."""
    kept = [
        one.replace(annotation=inspect.Parameter.empty)
        for one in signature.parameters.values()
    ]
    return str(inspect.Signature(kept))


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise ``OutOfTime`` in the student's code once it has used up ``seconds``.

    Time that other programs spend on the processor doesn't count, so verdicts are the
    same on a busy machine. In the main thread, as in a notebook, we use a timer if the
    system has one. Otherwise, for example on Windows, a second thread watches the time.
    """
    main = threading.current_thread() is threading.main_thread()
    if not (main and hasattr(signal, "setitimer")):
        with _watched(seconds):
            yield
        return
    start = _clocks()

    def ring(signum, frame):
        left = seconds - _used(start)
        if left <= 0:
            # Exceptions in `__del__` or in garbage collection don't get through: Python
            # only prints them. So raise it again later, and don't let Python print it.
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            raise OutOfTime
        signal.setitimer(signal.ITIMER_REAL, max(left, 0.01))

    def report(lost):
        if lost.exc_type is not OutOfTime:
            usual(lost)

    usual, sys.unraisablehook = sys.unraisablehook, report
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        stopped = False
        while not stopped:
            with contextlib.suppress(OutOfTime):  # raised again just now
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
                sys.unraisablehook = usual
                stopped = True


@contextlib.contextmanager
def _watched(seconds: float) -> Iterator[None]:
    """Like ``time_limit``, but a second thread raises the exception in this one.

    The exception is raised between two steps of Python code, but never after the block
    has ended.
    """
    this_thread = ctypes.c_ulong(threading.get_ident())
    raise_there = ctypes.pythonapi.PyThreadState_SetAsyncExc
    ended, lock = threading.Event(), threading.Lock()

    def watch():
        if not ended.wait(seconds):
            with lock:  # otherwise it might be raised after the end
                if not ended.is_set():
                    raise_there(this_thread, ctypes.py_object(OutOfTime))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with lock:
            ended.set()
            raise_there(this_thread, None)  # cancel an exception that is still pending
        thread.join()


def _used(start: tuple[float, float, float]) -> float:
    """Return the seconds since ``start`` in which this thread computed or slept.

    Time spent waiting for a processor doesn't count, if the operating system reports
    it. If the process has child processes, its sleep doesn't count either, because the
    children may be working.
    """
    wall, computed, waited = (
        now - then for now, then in zip(_clocks(), start, strict=True)
    )
    return max(computed if _has_children() else wall - waited, wall / BUSY)


def _clocks() -> tuple[float, float, float]:
    """Return wall-clock time, CPU time and time spent waiting for a CPU, in seconds."""
    waited = 0.0
    with contextlib.suppress(OSError, ValueError, IndexError):  # not Linux
        waited = int(_schedstat().split()[1]) / 1e9
    return time.monotonic(), time.thread_time(), waited


def _schedstat() -> bytes:
    if WAITS is not None:
        return os.pread(WAITS, 100, 0)
    return Path("/proc/thread-self/schedstat").read_bytes()


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (ChildProcessError, AttributeError):  # no child, or no such system call
        return False
    return True
