"""Loads torch once, then forks one process per submission.

The forkserver runs inside the sandbox. It never runs a student's code itself, and it
knows no secret. For each submission, it forks a *supervisor*, which watches over the
submission and ends it. The supervisor forks the first process of the new namespaces.
This process forks the *worker*, and the worker runs the student's code:

    forkserver ─ supervisor ─┊─ first ─ worker    (┊: the new namespaces begin)

The next supervisor is forked in advance, and waits for an order. When the first process
ends, the Linux kernel kills everything in its namespaces. If there are no namespaces,
the supervisor kills the submission's processes instead.
"""

import contextlib
import gc
import json
import os
import select
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import replace

from lernformer.grading.sandbox import landlock, namespaces, system_calls, worker
from lernformer.grading.sandbox.limits import Limits
from lernformer.grading.sandbox.messages import Channel
from lernformer.grading.sandbox.stopwatch import Stopwatch
from lernformer.grading.sandbox.worker import Student

GLANCE = 0.05  # seconds between checks of what a submission uses


def main() -> None:
    """``forkserver <slug> <descriptor> <wall> <view>``: serve until the judge ends.

    The wall is "bubblewrap" around this process, "landlock" around each submission, or
    "none". The view says, as JSON, what `landlock.settle` makes visible.
    """
    slug, descriptor, wall, view = sys.argv[1:]
    always = {"wall": wall, "view": json.loads(view)}
    control = socket.socket(fileno=int(descriptor))
    try:
        student = worker.warm_up(slug)
    except Exception as error:
        control.send(f"{type(error).__name__}: {error}".encode())
        return
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the supervisors
    if wall != "bubblewrap":  # the judge finds a dead supervisor's children here
        namespaces.adopt_orphans()
    namespaces.leave_keyrings()
    if system_calls.known():  # cached for all later processes
        for owners, names in ((True, True), (False, True), (False, False)):
            system_calls.program(owners, names, False)
    gc.collect()
    gc.freeze()  # the memory pages of everything loaded so far stay shared
    if os.path.isdir("/proc/self"):
        namespaces.read_what_is_mapped()
        namespaces.make_pages_large()
    control.send(b"ready")
    while True:
        waits, taken = os.pipe()
        if os.fork() == 0:
            os.close(waits)
            _end_with(lambda: _keep_next(student, always, control, taken))  # noqa: B023
        os.close(taken)
        if not os.read(waits, 1):  # the judge and the supervisor have ended
            return
        os.close(waits)


def _keep_next(
    student: Student, always: dict, control: socket.socket, taken: int
) -> None:
    """Wait for the order to run the next submission, and supervise that submission.

    ``always`` contains the part of the order that never changes. This process writes a
    byte to the pipe ``taken`` to say that the next supervisor can be forked.
    """
    trouble = ""
    try:
        if always["wall"] == "bubblewrap":
            namespaces.leave()
        else:
            namespaces.adopt_orphans()
    except OSError as error:
        trouble = str(error)
    order, descriptors = _receive(control)
    control.close()
    if len(descriptors) < 2:
        return
    _keep(student, always | order, trouble, taken, *descriptors)


def _receive(control: socket.socket) -> tuple[dict, list[int]]:
    message, descriptors, _, _ = socket.recv_fds(control, 4096, 4)
    return json.loads(message or "{}"), descriptors


def _end_with(work: Callable[[], int | None]) -> None:
    """Do the work of a forked process and exit. Never return to the parent's code."""
    status = 70
    try:
        status = work() or 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _keep(
    student: Student,
    order: dict,
    trouble: str,
    taken: int,
    channel: int,
    leash: int,
    cgroup: int | None = None,
    counter: int | None = None,
) -> None:
    """Start a submission's processes. End them on request, or if they exceed a limit.

    If there are no namespaces, ``trouble`` says why. The first process joins its cgroup
    by writing 0 to ``cgroup``, and ``counter`` counts that cgroup's seconds.
    """
    tether = socket.socket(fileno=leash)
    limits = Limits(**order["limits"])
    try:
        if trouble:
            raise OSError(trouble)
        deaths = _deaths()
        alive, writing = os.pipe()  # open as long as this process lives
        first = os.fork()
    except OSError as error:
        os.write(taken, b".")
        _send(tether, {"end": f"no sandbox: {error}", "used": 0.0})
        return
    if first == 0:
        for number in (taken, writing, *([] if counter is None else [counter])):
            os.close(number)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        tether.close()
        if cgroup is not None:
            with contextlib.suppress(OSError):  # the supervisor counts its use anyway
                os.write(cgroup, b"0")
            os.close(cgroup)
        _end_with(lambda: _first(student, order, limits, channel, alive))
    os.write(taken, b".")
    for number in (taken, channel, alive, *([] if cgroup is None else [cgroup])):
        os.close(number)
    watch = Stopwatch(counter)
    last_words = _watch(first, deaths, tether, limits, order, watch)
    if order["wall"] != "bubblewrap":
        _end_all()
    _send(tether, last_words)


def _deaths() -> int:
    """Return a descriptor that becomes readable when a child dies."""
    reading, writing = os.pipe()
    for end in (reading, writing):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    return reading


def _watch(
    first: int,
    deaths: int,
    tether: socket.socket,
    limits: Limits,
    order: dict,
    watch: Stopwatch,
) -> dict:
    """Wait for the first process to end, or kill it, and return how it ended.

    Before each step, the judge sends the number of seconds that the step may use. Once
    it has the result, it sends 0, and we reply with the total number of seconds used.
    """
    next_look, reason = 0.0, ""
    while True:
        pause = max(0.0, next_look - time.monotonic())
        ready, _, _ = select.select([deaths, tether.fileno()], [], [], pause)
        if deaths in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(deaths, 4096)
            ended, status = os.waitpid(first, os.WNOHANG)
            if ended:
                code = os.waitstatus_to_exitcode(status)
                return {"end": f"status {code}", "used": watch.used}
        theirs = namespaces.descendants(os.getpid())
        if tether.fileno() in ready:
            word = tether.recv(64)
            if not word:
                reason = "told to"
            elif seconds := float(word):
                watch.start(seconds)
            else:
                watch.stop(theirs)
                _send(tether, {"used": watch.used})
        if time.monotonic() >= next_look:
            next_look = time.monotonic() + GLANCE
            over = watch.look(theirs)
            reason = reason or _excess(theirs, limits, order) or "time" * over
        if reason:
            os.killpg(first, signal.SIGKILL)
            os.waitpid(first, 0)
            return {"end": reason, "used": watch.used}


def _send(tether: socket.socket, words: dict) -> None:
    with contextlib.suppress(OSError):  # nobody is listening any more
        tether.send(json.dumps(words).encode())


def _excess(theirs: list[int], limits: Limits, order: dict) -> str:
    """Return the resource that a submission has overused, or an empty string."""
    # with bubblewrap, /tmp has its own limit
    home = order["home"]
    if home:
        left = limits.disk - namespaces.deleted(theirs)
        if left < 0 or namespaces.has_more_than(left, limits.files, home):
            return "disk"
    return "memory" if namespaces.uses_more_than(limits.memory, theirs) else ""


def _end_all() -> None:
    """Kill this process's descendants until none is left."""
    signal.set_wakeup_fd(-1)
    with contextlib.suppress(ChildProcessError):
        while True:
            for process in namespaces.descendants(os.getpid()):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _first(
    student: Student, order: dict, limits: Limits, channel: int, alive: int
) -> int:
    """Fork the worker, wait for it to end, and return its exit status.

    This is what a submission's first process does. It dies when its supervisor dies,
    and then everything else in the submission's sandbox dies too.
    """
    os.setsid()
    bare = order["bare"]
    try:
        if order["wall"] == "bubblewrap":
            namespaces.settle(limits, order["uid"], bare)
        namespaces.die_with(alive)
        nothing = os.open("/dev/null", os.O_RDWR)
        hidden, hides = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(hides)
            ours = [channel, *_schedstat()]
            if order["wall"] != "bubblewrap":
                _move_to(order["home"])
            os.chdir(os.environ["HOME"])
        if child == 0 and order["wall"] == "bubblewrap":
            system_calls.allow_only_these(owners=True)
        if child == 0 and order["wall"] == "landlock":
            view, home = order["view"], order["home"]
            landlock.settle(limits, order["uid"], view, home, bare)
        if child == 0 and order["wall"] == "none":
            namespaces.restrict(replace(limits, processes=None))
    except OSError as error:
        Channel(socket.socket(fileno=channel)).say({"no sandbox": str(error)})
        return 71
    # Of our open files, both processes keep only the channel. No student's code runs
    # before the first process has hidden itself from others (`namespaces.hide`).
    if child == 0:
        os.read(hidden, 1)
        _hold_only(nothing, *ours)
        waits = 4 if len(ours) > 1 else None
        _end_with(lambda: student.serve(Channel(socket.socket(fileno=3)), waits))
    _hold_only(nothing, hides)
    namespaces.hide()
    os.close(3)
    if order["wall"] == "bubblewrap":
        system_calls.allow_only_these(owners=True)
    while True:
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _schedstat() -> list[int]:
    """Open the kernel's record of this thread's time, if there is one."""
    with contextlib.suppress(OSError):
        return [os.open("/proc/thread-self/schedstat", os.O_RDONLY)]
    return []


def _hold_only(nothing: int, *descriptors: int) -> None:
    """Renumber descriptors from 3, point 0 to 2 at ``nothing``, and close the rest."""
    high = [os.dup2(number, 200 + i) for i, number in enumerate(descriptors)]
    for number in range(3):
        os.dup2(nothing, number)
    for place, number in enumerate(high, 3):
        os.dup2(number, place)
    os.closerange(3 + len(high), os.sysconf("SC_OPEN_MAX"))


def _move_to(home: str) -> None:
    for name in ("HOME", "TMPDIR", "MPLCONFIGDIR"):
        os.environ[name] = home
    tempfile.tempdir = None  # forget the folder that was found earlier


if __name__ == "__main__":
    main()
