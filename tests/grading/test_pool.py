"""Several processes: every submission is graded once, even if a process dies."""

import contextlib
import io
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from extent import some
from graded import content, exercise, points
from waiting import wait_for

from lernformer.grading.course.pool import (
    TRIES,
    Bar,
    Job,
    SchedulerGone,
    Wall,
    Workers,
    grade,
    pool_for,
    without_outputs,
)
from lernformer.grading.judge.grading_record import RECORD, fingerprint
from lernformer.grading.judge.submission import Unreadable
from lernformer.grading.sandbox.limits import Budget, Limits

SLUG, TASK, CHECK = "masking", "padding_mask", "check_padding_mask"
WRONG = f"def {TASK}(*given):\n    return None"
KILLED = some([1, 4], [1])  # the results after which a worker is killed
SLEEPS = f"import time\ntime.sleep(600)\n{WRONG}"


def job(tmp_path, answer="", shown=0) -> Job:
    """A right notebook, or one with this answer, whose cells have shown so much."""
    gradebook = tmp_path / "gradebook.db"
    gradebook.touch()
    wall = Wall(SLUG, (gradebook,), tmp_path, Limits())
    made = json.loads(content(SLUG, **({TASK: answer} if answer else {})))
    cell = next(x for x in made["cells"] if x["cell_type"] == "code")
    stream = {"output_type": "stream", "name": "stdout", "text": ["x" * shown]}
    cell["outputs"] = [stream] if shown else []
    file = json.dumps(made).encode()
    return Job(file, exercise(SLUG), b"x" * 32, Budget(), wall)


def processes_of(folder):
    """The processes whose environment or arguments name a folder."""
    known = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            text = b"".join((process / x).read_bytes() for x in ("environ", "cmdline"))
            known += [process.name] if f"{folder}/".encode() in text else []
    return known


@pytest.fixture
def folder(monkeypatch):
    """The folder for temporary files; what this process makes goes there as well."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # a sandbox may belong to another user
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield folder


@pytest.mark.slow
def test_workers_that_are_killed_lose_nothing_and_leave_nothing(tmp_path, folder):
    names, handed, killed = [f"student-{i}" for i in range(8)], [], []

    def hand_out():
        for i, name in enumerate(names):
            handed.append(name)
            yield name, job(tmp_path, WRONG if i % 2 else "")

    with Workers(2, hand_out()) as pool:
        for i, name in enumerate(names):
            if i in KILLED:
                killed.append(pool.workers[len(killed)])
                killed[-1].process.kill()
                killed[-1].process.join()
            lost = {CHECK: 0} if i % 2 else {}
            assert pool.result(name).scores == points(SLUG) | lost
        first = killed[0].folder
        assert first.name not in os.listdir(folder)
        assert not processes_of(first)
        assert pool.done == {}
        assert not any(worker.jobs for worker in pool.workers)
    assert handed == names
    assert os.listdir(folder) == []
    assert not processes_of(folder)


@pytest.mark.slow
def test_a_job_over_which_every_worker_dies_is_reported(tmp_path):
    with Workers(1, iter([("a", job(tmp_path))])) as pool:
        for _ in range(TRIES):
            pool._replace(pool.workers[0])
            pool._hand_out()
        with pytest.raises(RuntimeError, match=f"{TRIES} processes died grading a"):
            pool.result("a")


@pytest.mark.slow
def test_it_is_a_pure_function_and_what_cells_have_shown_stays_here(tmp_path):
    large = job(tmp_path, shown=18_000_000)
    sent = replace(large, content=without_outputs(large.content))
    assert len(pickle.dumps(sent)) < 100_000
    one, other = grade(large), grade(sent)
    assert one.scores == other.scores == points(SLUG)
    for graded in (one, other):
        graded.notebook.cells.pop(0)  # it says how long grading took, as this does:
        for different in ("seconds", "submitted"):
            del graded.notebook.metadata[RECORD][different]
    assert one.notebook == other.notebook


@pytest.mark.parametrize("content", [b"", b"{", b"[]", Unreadable("it is gone")])
def test_what_is_no_notebook_is_sent_as_it_is(content):
    assert without_outputs(content) is content


@pytest.fixture
def dask(tmp_path):
    """A scheduler and a worker, each a process of its own, and their address."""
    pytest.importorskip("distributed")
    known, folder = tmp_path / "scheduler.json", tmp_path / "tmp"
    folder.mkdir()
    kept = {"cwd": tmp_path, "env": {**os.environ, "TMPDIR": str(folder)}}
    kept |= {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    where = ["--scheduler-file", str(known), "--no-dashboard"]
    command = [sys.executable, "-m", "dask"]
    one, two = ["scheduler", "--port", "0"], ["worker", "--no-nanny", "--nthreads", "1"]
    with subprocess.Popen([*command, *one, *where], **kept) as scheduler:
        while not known.exists():
            assert scheduler.poll() is None
            time.sleep(0.1)
        with subprocess.Popen([*command, *two, *where], **kept) as worker:
            yield json.loads(known.read_text())["address"], scheduler, worker, folder
            worker.kill()
        scheduler.kill()


def made_in(folder) -> list[str]:
    return [name for name in os.listdir(folder) if name.startswith("lernformer")]


@pytest.mark.slow
@pytest.mark.parametrize("killed", some(["scheduler", "worker", ""], ["scheduler"]))
def test_a_cluster_grades_the_same_and_whoever_dies_leaves_nothing(
    killed, tmp_path, dask, monkeypatch, caplog
):
    address, scheduler, worker, folder = dask
    one = job(tmp_path, shown=1000)
    jobs = [("a", one)]
    if killed == "scheduler":
        monkeypatch.setattr("lernformer.grading.course.pool.WAIT", 2)
        jobs.append(("b", job(tmp_path, SLEEPS)))
    with pool_for(1, address, iter(jobs)) as pool:
        graded = pool.result("a")
        assert graded.scores == points(SLUG)
        recorded = graded.notebook.metadata[RECORD]["submitted"]
        assert recorded == fingerprint(one.content)
        assert made_in(folder)
        if killed == "scheduler":
            scheduler.kill()
            with pytest.raises(SchedulerGone, match=f"at {address} any more"):
                pool.result("b")
            worker.wait(timeout=120)
            assert not caplog.records
        elif killed:
            worker.kill()
            wait_for(lambda: not made_in(folder) and not processes_of(folder), 120)
    assert not made_in(folder)
    if killed:
        assert not processes_of(folder)
    else:
        assert worker.poll() is None


def test_the_bar_moves_in_one_line_of_a_terminal_and_writes_ten_into_a_file():
    terminal, file = io.StringIO(), io.StringIO()
    terminal.isatty = lambda: True
    for stream in (terminal, file):
        with Bar(20, stream) as bar:
            for _ in range(20):
                bar.step()
    text, lines = terminal.getvalue(), file.getvalue().splitlines()
    assert text.count("\n") == 1
    assert text.count("\r") >= 20
    assert " 2/20" in text
    assert " 20/20" in text
    assert len(lines) == 10
    assert lines[0].endswith(" 2/20")
    assert lines[-1].endswith(" 20/20")
    assert not {"\r", "\x1b"} & set(file.getvalue())
