"""The processes with which a submission begins."""

import os
import socket
import time

from lernformer.grading.sandbox import forkserver, namespaces
from lernformer.grading.sandbox.limits import Limits


def test_no_code_runs_before_nobody_can_look_into_the_first_process(
    tmp_path, monkeypatch
):
    hidden, seen = tmp_path / "hidden", tmp_path / "seen"

    def hide():
        time.sleep(0.3)  # as on a machine that lets others run first
        hidden.touch()

    class Student:
        def serve(self, channel, waits):
            seen.write_text(str(hidden.exists()))

    monkeypatch.setattr(namespaces, "hide", hide)
    monkeypatch.setenv("HOME", str(tmp_path))
    order = {"wall": "none", "bare": False, "home": str(tmp_path)}
    channel, other = socket.socketpair()
    alive, writing = os.pipe()
    with channel, other:
        first = os.fork()
        if first == 0:
            forkserver._end_with(
                lambda: forkserver._first(
                    Student(), order, Limits(), channel.fileno(), alive
                )
            )
        assert os.waitpid(first, 0)[1] == 0
    os.close(alive)
    os.close(writing)
    assert seen.read_text() == "True"
