"""The wall: it holds, and if it does not, nothing is graded."""

import contextlib
import os
import signal
from pathlib import Path

import pytest
from unprivileged import needs_bubblewrap
from waiting import wait_for

from lernformer.grading.sandbox import bubblewrap as module
from lernformer.grading.sandbox import landlock, namespaces, try_escapes
from lernformer.grading.sandbox.limits import Limits
from lernformer.grading.sandbox.sandbox import NoSandbox, Sandbox, Stopped, choose_wall

pytestmark = pytest.mark.slow


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "gradebook.db"
    path.write_text("scores")
    return path


def test_each_trial_is_listed_and_all_are_refused(secret):
    with Sandbox("attention", hidden=(secret.parent,)) as sandbox:
        sandbox.try_walls(secret)
        trials = sandbox.trials(secret)
    names = [what for what, _ in trials]
    assert len(set(names)) == len(names) > 20
    assert f"see {secret}" in names
    assert all(refused for _, refused in trials)


@pytest.mark.parametrize(
    ("attempt", "words"),
    [(None, r"can see .*book\.db"), ("print('fine')", "did not end")],
)
def test_a_wall_with_a_hole_and_a_trial_that_does_not_end_are_no_proof(
    secret, monkeypatch, attempt, words
):
    secret.parent.chmod(0o755)
    if attempt:
        monkeypatch.setattr(try_escapes, "ATTEMPT", attempt)
    else:
        monkeypatch.setattr(module, "SYSTEM", (*module.SYSTEM, str(secret.parent)))
    with Sandbox("attention") as sandbox, pytest.raises(NoSandbox, match=words):
        sandbox.try_walls(secret)


def test_without_any_wall_nothing_starts(monkeypatch):
    monkeypatch.setattr(module.shutil, "which", lambda program: None)
    monkeypatch.setattr(landlock, "version", lambda: 2)
    with pytest.raises(NoSandbox, match=r"bubblewrap is not installed .*version 2,"):
        Sandbox("attention")


def test_a_bubblewrap_that_is_not_permitted_is_no_wall(tmp_path, monkeypatch):
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'no permission' >&2; exit 1")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert module.missing() == "bubblewrap is not permitted here (no permission)"
    monkeypatch.setattr(landlock, "missing", lambda: "")
    assert choose_wall() == "landlock"


@needs_bubblewrap
def test_what_does_not_start_is_reported(monkeypatch):
    monkeypatch.setattr(module, "SYSTEM", ())
    with pytest.raises(NoSandbox, match="does not start"):
        Sandbox("attention")


def test_a_forkserver_that_dies_is_started_again():
    with Sandbox("attention", limits=Limits()) as sandbox:
        sandbox.forkserver.kill()
        sandbox.forkserver.wait()
        with sandbox.open() as session:
            assert session.run("print(2)", 20.0)["outputs"]


MARK = b"lf-spins"
NAMES = [b"\xff\xfe\xfd", b") R 1 1 1", b"a\nb", b"\xf0\x9f"]
SPIN = """
import ctypes, os
ctypes.CDLL(None).prctl(15, {name!r}, 0, 0, 0)
if os.fork() == 0:
    while True:
        pass
"""


def test_no_name_of_a_process_ends_its_supervisor():
    with Sandbox("attention") as sandbox:
        for name in NAMES:
            with sandbox.open() as session:
                session.run(SPIN.format(name=name), 20.0)
                before = session.used
                session.run("import time\nfor _ in range(4): time.sleep(0.1)", 20.0)
                assert session.used > before  # it still counts
            assert sandbox.forkserver.poll() is None
            wait_for(lambda: not named(name))  # noqa: B023


def named(name):
    """The processes that call themselves by this name, wherever they are."""
    found = []
    for one in namespaces.processes():
        with contextlib.suppress(OSError):
            if Path(f"/proc/{one}/comm").read_bytes().removesuffix(b"\n") == name:
                found.append(one)
    return found


@pytest.mark.parametrize("unsafe", [False, True])
def test_where_the_supervisor_dies_the_submission_dies(unsafe):
    """However it dies, nothing keeps running without being counted."""
    with Sandbox("attention", unsafe=unsafe) as sandbox:
        with sandbox.open() as session:
            session.run(SPIN.format(name=MARK), 20.0)
            worker = min(named(MARK))  # the other one is its child
            inside = namespaces.descendants(sandbox.forkserver.pid)
            below = {one: namespaces.descendants(one) for one in inside}
            above = [one for one in below if worker in below[one]]
            _first, supervisor, *_ = sorted(above, key=lambda one: len(below[one]))
            os.kill(supervisor, signal.SIGKILL)
            with pytest.raises(Stopped):
                session.run("1 + 1", 20.0)
        wait_for(lambda: not named(MARK))
        with sandbox.open() as session:
            assert session.run("print(2)", 20.0)["outputs"]
