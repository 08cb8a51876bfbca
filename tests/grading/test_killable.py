"""What must end in time runs where it can be killed."""

import os
import re
import signal

import pytest

from lernformer.grading.sandbox.killable import TookTooLong, in_child


def test_what_ends_gives_its_result():
    assert in_child(lambda: ("x" * 3_000_000, {"a": 1}), 5)[1] == {"a": 1}


def test_what_hears_no_signal_is_killed(monkeypatch):
    """A single search in C, during which Python does nothing else."""
    fork, made = os.fork, []
    monkeypatch.setattr(os, "fork", lambda: made.append(fork()) or made[-1])
    with pytest.raises(TookTooLong):
        in_child(lambda: re.search(r"(a+)+$", "a" * 60 + "b"), 1)
    with pytest.raises(ChildProcessError):
        os.waitpid(made[0], os.WNOHANG)  # it is gone


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_ends_its_process_is_reported(number):
    with pytest.raises(TookTooLong):
        in_child(lambda: os.kill(os.getpid(), number), 5)


def test_nothing_that_it_changes_is_seen_here():
    seen = []
    in_child(lambda: seen.append(1), 5)
    assert seen == []
