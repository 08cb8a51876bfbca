"""Several processes: every submission is graded once, whoever dies."""

import io
import os
import random
import signal
import tempfile
from pathlib import Path

import pytest
from graded import content, exercise, points

from lernformer.grading.budget import Budget
from lernformer.grading.limits import Limits
from lernformer.grading.pool import TRIES, Bar, Job, Wall, Workers, grade, pool_for

SLUG = "attention"


def job(tmp_path, **answers) -> Job:
    gradebook = tmp_path / "gradebook.db"
    gradebook.touch()
    wall = Wall(SLUG, (gradebook,), tmp_path, Limits())
    return Job(content(SLUG, **answers), exercise(SLUG), b"x" * 32, Budget(), wall)


@pytest.mark.slow
def test_workers_that_are_killed_lose_nothing(tmp_path):
    names = [f"student-{i}" for i in range(16)]
    wrong = "def softmax(scores, axis=-1):\n    return scores"
    jobs = [
        (name, job(tmp_path, **({"softmax": wrong} if i % 2 else {})))
        for i, name in enumerate(names)
    ]
    handed = []

    def hand_out():
        for name, one in jobs:
            handed.append(name)
            yield name, one

    chance = random.Random(5)
    with Workers(2, hand_out()) as pool:
        for i, name in enumerate(names):
            if i in (1, 6, 11):
                victim = chance.choice(pool.workers).process.pid
                os.kill(victim, signal.SIGKILL)
            softmax = 0 if i % 2 else 2
            assert pool.result(name).scores == points(SLUG) | {"check_softmax": softmax}
        assert pool.done == {}
        assert not any(worker.jobs for worker in pool.workers)
    assert handed == names


@pytest.mark.slow
def test_workers_leave_no_file_behind(tmp_path, monkeypatch):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # a sandbox may belong to another user
        monkeypatch.setenv("TMPDIR", folder)
        with Workers(2, iter([(name, job(tmp_path)) for name in "ab"])) as pool:
            assert [pool.result(name).scores for name in "ab"] == [points(SLUG)] * 2
            assert os.listdir(folder) != []  # what the sandboxes see
        assert os.listdir(folder) == []


@pytest.mark.slow
def test_a_job_over_which_every_worker_dies_is_told(tmp_path, monkeypatch):
    with Workers(1, iter([("a", job(tmp_path))])) as pool:
        for _ in range(TRIES):
            pool._replace(pool.workers[0])
            pool._hand_out()
        with pytest.raises(RuntimeError, match=f"{TRIES} processes died over a"):
            pool.result("a")


@pytest.mark.slow
def test_the_same_function_grades_on_a_cluster(tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1) as cluster:
        jobs = iter([(name, job(tmp_path)) for name in "ab"])
        with pool_for(1, cluster.scheduler_address, jobs) as pool:
            for name in "ab":
                assert pool.result(name).scores == points(SLUG)


@pytest.mark.slow
def test_it_is_a_pure_function(tmp_path):
    one, other = grade(job(tmp_path)), grade(job(tmp_path))
    assert one.scores == other.scores
    for graded in (one, other):
        graded.notebook.cells.pop(0)  # tells how long it took, as does this:
        del graded.notebook.metadata["lernformer"]["seconds"]
    assert one.notebook == other.notebook


class Screen(io.StringIO):
    def isatty(self):
        return True


def told(stream: io.StringIO) -> str:
    with Bar(20, stream) as bar:
        for _ in range(20):
            bar.step()
    return stream.getvalue()


def test_the_bar_moves_in_one_line_of_a_terminal():
    text = told(Screen())
    assert text.count("\n") == 1
    assert text.count("\r") >= 20
    assert " 2/20" in text
    assert " 20/20" in text


def test_the_bar_in_a_file_is_ten_lines():
    text = told(io.StringIO())
    lines = text.splitlines()
    assert len(lines) == 10
    assert lines[0].endswith(" 2/20")
    assert lines[-1].endswith(" 20/20")
    assert not {"\r", "\x1b"} & set(text)
