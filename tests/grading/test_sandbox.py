"""The wall: it holds, and where it does not, nothing is graded."""

import pytest
from unprivileged import needs_bubblewrap

from lernformer.grading import bubblewrap as module
from lernformer.grading import landlock, walls
from lernformer.grading.limits import Limits
from lernformer.grading.sandbox import NoSandbox, Sandbox, choose_wall

pytestmark = pytest.mark.slow


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "gradebook.db"
    path.write_text("scores")
    return path


def test_it_holds(secret):
    with Sandbox("attention", hidden=(secret.parent,)) as sandbox:
        sandbox.try_walls(secret)


def test_what_can_be_seen_is_told(secret, monkeypatch):
    secret.parent.chmod(0o755)
    monkeypatch.setattr(module, "SYSTEM", (*module.SYSTEM, str(secret.parent)))
    with (
        Sandbox("attention") as sandbox,
        pytest.raises(NoSandbox, match=r"can see .*book\.db"),
    ):
        sandbox.try_walls(secret)


def test_each_trial_is_told(secret):
    with Sandbox("attention", hidden=(secret.parent,)) as sandbox:
        trials = sandbox.trials(secret)
    names = [what for what, _ in trials]
    assert len(set(names)) == len(names) > 20
    assert f"see {secret}" in names
    assert all(held for _, held in trials)


def test_a_test_that_does_not_end_is_no_proof(secret, monkeypatch):
    monkeypatch.setattr(walls, "ATTEMPT", "print('fine')")
    with Sandbox("attention") as sandbox, pytest.raises(NoSandbox, match="did not end"):
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
def test_what_does_not_start_is_told(monkeypatch):
    monkeypatch.setattr(module, "SYSTEM", ())
    with pytest.raises(NoSandbox, match="does not start"):
        Sandbox("attention")


def test_a_zygote_that_dies_is_started_again():
    with Sandbox("attention", limits=Limits()) as sandbox:
        sandbox.zygote.kill()
        sandbox.zygote.wait()
        with sandbox.open() as session:
            question = {"do": "run", "source": "print(2)", "name": "x", "stop": None}
            assert session.ask({**question, "seconds": 5.0}, 5.0)["outputs"]
