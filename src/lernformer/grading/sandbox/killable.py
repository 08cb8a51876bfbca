"""Runs work in a child process that can be killed, so that it always ends in time.

An alarm in the same process isn't enough. It only goes off between two steps of Python
code, so it can't interrupt a single search in C that takes minutes.
"""

import os
import pickle
import resource
import select
import signal
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
BUSY = 6  # on a busy machine the work may take this many times as long


class TookTooLong(Exception):
    """The work was killed because it took too long."""


def in_child(work: Callable[[], T], seconds: int) -> T:
    """Call a function in a child process and return its result.

    Args:
        work: the function to call. Its result must be a value that can be pickled.
            Whatever the function changes, it changes only in the child.
        seconds: the CPU time after which the child is killed.

    Raises:
        TookTooLong: if the child was killed, or failed for another reason.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 70
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            with open(writing, "wb") as end:
                pickle.dump(work(), end)
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    received, deadline = bytearray(), time.monotonic() + BUSY * seconds
    try:
        with open(reading, "rb", buffering=0) as end:
            while select.select([end], [], [], max(0, deadline - time.monotonic()))[0]:
                if not (part := end.read(2**20)):
                    break
                received += part
    finally:
        if len(received) == 0 or time.monotonic() >= deadline:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if status:
        raise TookTooLong(f"{work} was killed after {seconds} seconds of computing")
    return pickle.loads(received)
