"""Several processes: every submission is graded once, even if a process dies."""

import contextlib
import io
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from extent import only_in_all
from graded import content, exercise, points

from lernformer.grading.course.pool import (
    TRIES,
    Bar,
    Cluster,
    Job,
    SchedulerGone,
    Wall,
    Workers,
    grade,
    pool_for,
    without_outputs,
)
from lernformer.grading.judge.records import RECORD, fingerprint
from lernformer.grading.judge.submission import Unreadable
from lernformer.grading.sandbox.budget import Budget
from lernformer.grading.sandbox.limits import Limits

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


@only_in_all
@pytest.mark.slow
def test_workers_leave_no_file_behind(tmp_path, monkeypatch):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # a sandbox may belong to another user
        monkeypatch.setattr(tempfile, "tempdir", folder)
        with Workers(2, iter([(name, job(tmp_path)) for name in "ab"])) as pool:
            assert [pool.result(name).scores for name in "ab"] == [points(SLUG)] * 2
            assert os.listdir(folder) != []  # what the sandboxes see
        assert os.listdir(folder) == []


def processes_of(folder):
    """The processes whose environment or arguments name a folder."""
    known = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            told = b"".join((process / x).read_bytes() for x in ("environ", "cmdline"))
            known += [process.name] if f"{folder}/".encode() in told else []
    return known


@pytest.mark.slow
def test_a_worker_that_is_killed_leaves_neither_folder_nor_process(
    tmp_path, monkeypatch
):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setattr(tempfile, "tempdir", folder)
        with Workers(1, iter([(name, job(tmp_path)) for name in "abc"])) as pool:
            pool.result("a")
            (left,) = os.listdir(folder)
            killed = pool.workers[0].process
            killed.kill()
            killed.join()  # it may have graded "b" before
            assert pool.result("b").scores == points(SLUG)
            assert left not in os.listdir(folder)
            assert not processes_of(f"{folder}/{left}")
            pool.result("c")
        assert os.listdir(folder) == []
        assert not processes_of(folder)


def with_outputs(content: bytes, size: int) -> bytes:
    """A notebook in which a cell has shown something large."""
    notebook = json.loads(content)
    cell = next(x for x in notebook["cells"] if x["cell_type"] == "code")
    shown = {"output_type": "stream", "name": "stdout", "text": ["x" * size]}
    cell["outputs"] = [shown]
    return json.dumps(notebook).encode()


@pytest.mark.slow
def test_what_cells_have_shown_stays_here(tmp_path):
    plain = job(tmp_path)
    large = replace(plain, content=with_outputs(plain.content, 18_000_000))
    sent = replace(large, content=without_outputs(large.content))
    assert len(pickle.dumps(sent)) < 100_000
    one, other = grade(large), grade(sent)
    assert one.scores == other.scores == points(SLUG)
    assert one.notebook.cells[1:] == other.notebook.cells[1:]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", Unreadable("it is gone")])
def test_what_is_no_notebook_is_sent_as_it_is(content):
    assert without_outputs(content) is content


@pytest.fixture
def dask(tmp_path):
    """A scheduler and a worker, each a process of its own, and their address."""
    pytest.importorskip("distributed")
    known = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "dask"]
    where = ["--scheduler-file", str(known)]
    folder = tmp_path / "tmp"
    folder.mkdir()
    kept = {"cwd": tmp_path, "env": {**os.environ, "TMPDIR": str(folder)}}
    kept |= {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    one = [*where, "--port", "0", "--no-dashboard"]
    with subprocess.Popen([*command, "scheduler", *one], **kept) as scheduler:
        while not known.exists():
            assert scheduler.poll() is None
            time.sleep(0.1)
        two = [*where, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
        with subprocess.Popen([*command, "worker", *two], **kept) as worker:
            yield json.loads(known.read_text())["address"], scheduler, worker, folder
            worker.kill()
        scheduler.kill()


@only_in_all
@pytest.mark.slow
def test_a_job_of_a_cluster_knows_what_was_handed_in(tmp_path, dask):
    address, _, worker, folder = dask
    one = job(tmp_path)
    one = replace(one, content=with_outputs(one.content, 1000))
    with Cluster(address, iter([("a", one)])) as pool:
        told = pool.result("a").notebook.metadata[RECORD]["submitted"]
    assert told == fingerprint(one.content)
    assert not [x for x in os.listdir(folder) if x.startswith("lernformer")]
    assert worker.poll() is None


@pytest.mark.slow
def test_a_scheduler_that_dies_is_one_line_and_ends_its_job(
    tmp_path, dask, monkeypatch, caplog
):
    monkeypatch.setattr("lernformer.grading.course.pool.WAIT", 2)
    address, scheduler, worker, folder = dask
    sleeps = "import time\ntime.sleep(600)\ndef softmax(scores, axis=-1):\n    pass"
    jobs = [("a", job(tmp_path)), ("b", job(tmp_path, softmax=sleeps))]
    with Cluster(address, iter(jobs)) as pool:
        pool.result("a")
        scheduler.kill()
        with pytest.raises(SchedulerGone, match=f"at {address} any more"):
            pool.result("b")
    worker.wait(timeout=120)
    assert not [x for x in os.listdir(folder) if x.startswith("lernformer")]
    assert not processes_of(folder)
    assert not caplog.records


@only_in_all
@pytest.mark.slow
def test_a_worker_of_a_cluster_that_is_killed_leaves_nothing(tmp_path, dask):
    address, _, worker, folder = dask
    with Cluster(address, iter([("a", job(tmp_path))])) as pool:
        pool.result("a")
        assert [x for x in os.listdir(folder) if x.startswith("lernformer")]
        worker.kill()
        deadline = time.monotonic() + 120
        while [x for x in os.listdir(folder) if x.startswith("lernformer")]:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        while processes_of(folder):
            assert time.monotonic() < deadline
            time.sleep(0.1)


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
        graded.notebook.cells.pop(0)  # it says how long grading took, as this does:
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
