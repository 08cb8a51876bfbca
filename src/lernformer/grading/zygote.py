"""The mother of all kernels: loads torch once, then forks one process a submission.

Runs inside of the sandbox. It never runs a student's code itself and holds no secret.
For each submission it forks a *keeper*, which stays behind to watch over memory and
end; the keeper forks the first process of the new namespaces, and that one forks the
*oracle*, which runs the student's code:

    zygote ─ keeper ─┊─ first ─ oracle        (┊ is where the new namespaces begin)

When the first process ends, the Linux kernel kills everything on its side.
"""

import gc
import json
import math
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace

from lernformer.grading import namespaces, oracle
from lernformer.grading.door import Door
from lernformer.grading.namespaces import Limits
from lernformer.grading.oracle import Student

GLANCE = 0.05  # seconds between two looks at the memory in use


def main() -> None:
    """``zygote <slug> <descriptor> <isolated>``: serve until the other side ends."""
    slug, descriptor, isolated = sys.argv[1:]
    isolated = isolated == "isolated"
    control = socket.socket(fileno=int(descriptor))
    try:
        student = oracle.warm_up(slug)
    except Exception as error:
        control.send(f"{type(error).__name__}: {error}".encode())
        return
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
    gc.collect()
    gc.freeze()  # the pages of what is loaded stay shared
    control.send(b"ready")
    while True:
        order, descriptors = _receive(control)
        if len(descriptors) != 2:
            return
        if os.fork() == 0:
            control.close()
            _end_with(lambda: _keep(student, order, *descriptors, isolated))  # noqa: B023
        for number in descriptors:
            os.close(number)


def _receive(control: socket.socket) -> tuple[dict, list[int]]:
    message, descriptors, _, _ = socket.recv_fds(control, 4096, 2)
    return json.loads(message or "{}"), descriptors


def _end_with(work: Callable[[], int | None]) -> None:
    """Work in a forked process, and never return into its mother's code."""
    status = 70
    try:
        status = work() or 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _keep(student: Student, order: dict, door: int, leash: int, isolated: bool) -> None:
    """Start the submission's processes; end them when told to, or over the limit."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    tether = socket.socket(fileno=leash)
    limits = Limits(**order["limits"])
    try:
        if isolated:
            namespaces.leave()
        first = os.fork()
    except OSError as error:
        tether.send(f"no sandbox: {error}".encode())
        return
    if first == 0:
        tether.close()
        _end_with(lambda: _first(student, order, limits, door, isolated))
    os.close(door)
    # Without walls all processes of the machine are in sight.
    most = limits.memory if isolated else math.inf
    tether.send(_watch(first, tether, most).encode())


def _watch(first: int, tether: socket.socket, memory: float) -> str:
    """Wait for the end of the first process, or bring it about; say what it was."""
    alive = os.pidfd_open(first)
    ours = {os.getpid(), os.getppid(), 1, first}
    reason = ""
    while True:
        ready, _, _ = select.select([alive, tether], [], [], GLANCE)
        if alive in ready:
            break
        if not ready and namespaces.uses_more_than(memory, ours):
            reason = "memory"
        if tether in ready or reason:
            os.killpg(first, signal.SIGKILL)
            break
    _, status = os.waitpid(first, 0)
    return reason or f"status {os.waitstatus_to_exitcode(status)}"


def _first(
    student: Student, order: dict, limits: Limits, door: int, isolated: bool
) -> int:
    """The first process of its namespaces: gives up all rights, then waits."""
    os.setsid()
    try:
        if isolated:
            namespaces.settle(limits, order["uid"])
        else:
            namespaces.restrict(replace(limits, processes=None))
    except OSError as error:
        Door(socket.socket(fileno=door)).say({"no sandbox": str(error)})
        return 71
    child = os.fork()
    if child == 0:
        # Nobody who ends this process from inside shall leave it half alive.
        os.dup2(door, 3)
        nothing = os.open("/dev/null", os.O_RDWR)
        for number in range(3):
            os.dup2(nothing, number)
        os.closerange(4, os.sysconf("SC_OPEN_MAX"))
        _end_with(lambda: student.serve(Door(socket.socket(fileno=3))))
    os.close(door)
    while True:
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            if not isolated:
                os.killpg(0, signal.SIGKILL)
            return code if code >= 0 else 128 - code


if __name__ == "__main__":
    main()
