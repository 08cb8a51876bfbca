"""Grades in several processes or on a cluster, with a single writer to the gradebook.

Every process calls the same pure function, `grade`. It turns a `Job`, which contains
everything that is needed, into a `Graded`. If a process dies, it is replaced, and other
processes take over its jobs.
"""

import atexit
import contextlib
import json
import logging
import multiprocessing
import queue
import signal
import sys
import tempfile
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Self, TextIO

import click
import torch

from lernformer.grading.judge.examiner import Examiner, Graded
from lernformer.grading.judge.grading_record import RECORD, fingerprint
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.submission import Unreadable, parsed
from lernformer.grading.sandbox.limits import Budget, Limits
from lernformer.grading.sandbox.removal import remove
from lernformer.grading.sandbox.sandbox import NoSandbox, Sandbox

AHEAD = 2  # jobs per worker: one in progress and one that is ready to start
WINDOW = 64  # results that may wait for their turn
TRIES = 3
# How many seconds workers get to remove their files. The first number applies at the
# end of a run, the second after an error, when a worker may be in the middle of a job.
TIDYING, HURRYING = 60.0, 5.0


@dataclass(frozen=True)
class Wall:
    """Settings for the sandbox that a job needs."""

    slug: str
    # files and folders that must not be visible, the gradebook first
    private: tuple[Path, ...]
    folder: Path  # the gradebook's folder, which is hidden as a whole
    limits: Limits
    unsafe: bool = False


@dataclass(frozen=True)
class Job:
    """A submission and everything that is needed to grade it."""

    content: bytes | Unreadable
    exercise: Exercise
    secret: bytes
    budget: Budget
    wall: Wall
    student: str = ""


class Grader:
    """Grades jobs in this process, with a sandbox for each kind of job."""

    def __init__(self):
        self.sandboxes: dict[Wall, Sandbox] = {}
        self.examiners: dict[tuple, Examiner] = {}
        torch.set_num_threads(1)  # the tensors are tiny

    def __call__(self, job: Job) -> Graded:
        key = job.exercise.name, job.wall.slug, job.secret, job.budget
        if key not in self.examiners:
            self.examiners[key] = Examiner(job.exercise, job.secret, job.budget)
        return self.examiners[key].grade(
            job.content, self.sandbox(job.wall), job.student
        )

    def sandbox(self, wall: Wall) -> Sandbox:
        """Return a sandbox. Before its first use, test that its walls hold.

        Raises:
            NoSandbox: if there is no sandbox, or if its walls don't hold.
        """
        if wall not in self.sandboxes:
            hidden = tuple(p for p in (wall.folder, *wall.private) if p.is_dir())
            sandbox = Sandbox(wall.slug, hidden, wall.limits, wall.unsafe)
            self.sandboxes[wall] = sandbox
            sandbox.try_walls(*wall.private)
        return self.sandboxes[wall]

    def close(self) -> None:
        for sandbox in self.sandboxes.values():
            sandbox.close()


def pool_for(
    workers: int, scheduler: str, jobs: Iterator[tuple[str, Job]]
) -> AbstractContextManager:
    """Return a pool that grades the jobs. Call its `result(key)` in the jobs' order."""
    if scheduler:
        return Cluster(scheduler, jobs)
    return Workers(workers, jobs) if workers > 1 else Alone(jobs)


class Alone:
    """Grades jobs one after another in this process."""

    def __init__(self, jobs: Iterator[tuple[str, Job]]):
        self.jobs = jobs
        self.grader = Grader()
        self.first: tuple[str, Job] | None = None

    def __enter__(self) -> Self:
        try:
            self.first = next(self.jobs, None)
            if self.first:
                self.grader.sandbox(self.first[1].wall)
        except BaseException:
            self.grader.close()
            raise
        return self

    def __exit__(self, *error: Any) -> None:
        self.grader.close()

    def result(self, key: str) -> Graded:
        known, job = self.first or next(self.jobs)
        self.first = None
        assert known == key, f"{known} is next, not {key}"
        return self.grader(job)


class Workers:
    """Grades jobs in several processes. The caller reads results in the jobs' order."""

    def __init__(self, number: int, jobs: Iterator[tuple[str, Job]]):
        self.number, self.jobs = number, jobs
        self.workers: list[Worker] = []
        self.again: deque[tuple[str, Job]] = deque()
        self.tries: Counter[str] = Counter()
        self.done: dict[str, Graded | BaseException] = {}

    def __enter__(self) -> Self:
        self.workers = [Worker() for _ in range(self.number)]
        self._hand_out()
        return self

    def __exit__(self, *error: Any) -> None:
        for worker in self.workers:
            worker.pipe.close()  # close all first, so that they clean up in parallel
        failed = error[0] is not None
        deadline = time.monotonic() + (HURRYING if failed else TIDYING)
        for worker in self.workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            worker.close()

    def result(self, key: str) -> Graded:
        """Wait for a job's result.

        Raises:
            NoSandbox: if a worker has no sandbox.
            RuntimeError: if every process that tried the job died.
        """
        while key not in self.done:
            self._hand_out()
            self._wait()
        self._hand_out()
        result = self.done.pop(key)
        if isinstance(result, BaseException):
            raise result
        return result

    def _hand_out(self) -> None:
        for worker in sorted(self.workers, key=lambda worker: len(worker.jobs)):
            while len(worker.jobs) < AHEAD:
                waiting = len(self.done) + sum(len(w.jobs) for w in self.workers)
                if self.again:
                    key, job = self.again.popleft()
                elif waiting < WINDOW and (following := next(self.jobs, None)):
                    key, job = following
                else:
                    return
                worker.take(key, job)

    def _wait(self) -> None:
        known = {worker.pipe: worker for worker in self.workers}
        known |= {worker.process.sentinel: worker for worker in self.workers}
        for ready in wait(list(known)):
            worker = known[ready]
            if worker not in self.workers:
                continue
            try:
                if worker.pipe.poll():
                    key, result = worker.pipe.recv()
                    worker.jobs.pop(key)
                    self.done[key] = result
                    continue
            except (EOFError, OSError):
                pass
            self._replace(worker)

    def _replace(self, worker: "Worker") -> None:
        """Replace a dead worker, and queue its jobs again."""
        worker.close()
        self.workers[self.workers.index(worker)] = Worker()
        for place, (key, job) in enumerate(worker.jobs.items()):
            self.tries[key] += place == 0  # the worker's other jobs had not started
            if self.tries[key] < TRIES:
                self.again.append((key, job))
            else:
                self.done[key] = RuntimeError(f"{TRIES} processes died grading {key}")


class Worker:
    """One process and the jobs that it has been given."""

    def __init__(self):
        context = multiprocessing.get_context("spawn")
        self.pipe, there = context.Pipe()
        self.folder = Path(tempfile.mkdtemp(prefix="lernformer-worker-"))
        self.folder.chmod(0o755)  # a sandbox may belong to another user
        given = there, str(self.folder)
        self.process = context.Process(target=_work, args=given, daemon=True)
        self.process.start()
        there.close()
        self.jobs: dict[str, Job] = {}

    def take(self, key: str, job: Job) -> None:
        self.jobs[key] = job
        with contextlib.suppress(OSError):  # it is dead, as the next wait will notice
            self.pipe.send((key, job))

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()
        remove(self.folder)  # a process that was killed leaves files behind


def _work(pipe: Connection, folder: str) -> None:
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it, and ends us
    jobs: queue.SimpleQueue = queue.SimpleQueue()
    # A thread keeps reading; otherwise each side might wait for the other to read.
    threading.Thread(target=_read, args=(pipe, jobs), daemon=True).start()
    grader = Grader()
    try:
        while following := jobs.get():
            key, job = following
            try:
                result: Any = grader(job)
            except NoSandbox as error:
                result = error
            except Exception as error:
                result = RuntimeError(f"{type(error).__name__}: {error}")
            try:
                pipe.send((key, result))
            except OSError:  # nobody is waiting for the result any more
                break
    finally:
        grader.close()
        remove(Path(folder))  # if the parent was killed, nobody else removes it


def _read(pipe: Connection, jobs: queue.SimpleQueue) -> None:
    with contextlib.suppress(EOFError, OSError):
        while True:
            jobs.put(pipe.recv())
    jobs.put(None)


WAIT = 60  # seconds for a scheduler to answer
LARGE = 2**20  # bytes; larger files are sent separately from the task
LOOK = 1.0  # seconds between checks of whether a worker is still needed


class SchedulerGone(BaseException):
    """The dask scheduler is gone. Like `NoSandbox`, this ends the whole run."""


class Cluster:
    """Grades jobs on a dask scheduler's workers; see https://distributed.dask.org.

    The caller reads the results in the jobs' order.

    Raises:
        ValueError: if dask is not installed or no scheduler answers.
    """

    def __init__(self, address: str, jobs: Iterator[tuple[str, Job]]):
        try:
            from distributed import Client
        except ImportError as error:
            raise ValueError(f"{error}: pip install lernformer[cluster]") from error
        # if the scheduler is gone, we print one line; dask would print tracebacks
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        message = f"no dask scheduler answers at {address}"
        self.gone = SchedulerGone(f"{message} any more")
        try:
            self.client = Client(address, timeout=WAIT)
        except OSError as error:
            raise ValueError(message) from error
        self.jobs = jobs
        self.futures: dict[str, tuple[Any, Job]] = {}

    def __enter__(self) -> Self:
        self._hand_out()
        return self

    def __exit__(self, *error: Any) -> None:
        with contextlib.suppress(*self._errors()):
            self.client.cancel([future for future, _ in self.futures.values()])
            self.client.run(finish)
        self.client.close()

    def _errors(self) -> tuple[type[BaseException], ...]:
        """Return the errors that dask raises if the scheduler is gone."""
        from distributed import CancelledError
        from distributed.client import ClosedClientError

        return CancelledError, ClosedClientError, OSError

    def _hand_out(self) -> None:
        while len(self.futures) < WINDOW and (following := next(self.jobs, None)):
            key, job = following
            # if a worker dies, dask runs its unfinished jobs again
            sent: Any = replace(job, content=without_outputs(job.content))
            if not isinstance(sent.content, Unreadable) and len(sent.content) > LARGE:
                sent = self.client.scatter(sent, hash=False)
            self.futures[key] = self.client.submit(grade, sent, pure=False), job

    def result(self, key: str) -> Graded:
        """Wait for a job's result.

        Raises:
            SchedulerGone: if the scheduler is gone.
        """
        future, job = self.futures.pop(key)
        try:
            result = self.client.gather(future, direct=True)
            self._hand_out()
        except self._errors() as error:
            raise self.gone from error
        result.notebook.metadata[RECORD]["submitted"] = fingerprint(job.content)
        return result


def without_outputs(content: bytes | Unreadable) -> bytes | Unreadable:
    """Return a notebook without its cells' outputs, which are not graded."""
    try:
        if isinstance(content, Unreadable):
            raise content
        notebook = parsed(content)
    except Unreadable:
        return content
    for cell in notebook["cells"]:
        if isinstance(cell, dict):
            cell.pop("outputs", None)
            cell.pop("attachments", None)
    return json.dumps(notebook).encode()


_grader: Grader | None = None
_finishing = threading.Lock()


def grade(job: Job) -> Graded:
    """Grade a job in the current process, with that process's sandbox."""
    global _grader
    if _grader is None:
        _grader = Grader()
        atexit.register(finish)
        if "distributed" in sys.modules:
            _finish_with_its_worker()
    return _grader(job)


def finish() -> None:
    """End this process's sandboxes and remove their folders."""
    global _grader
    with _finishing:  # this process doesn't end until everything is removed
        if _grader is not None:
            _grader.close()
            _grader = None


def _finish_with_its_worker() -> None:
    """Make a dask worker end its sandboxes if it loses its scheduler."""
    from distributed import Status, get_worker

    try:
        worker = get_worker()
    except ValueError:  # this is not a worker's task
        return

    def watch() -> None:
        while worker.status not in (Status.closing, Status.closed, Status.failed):
            time.sleep(LOOK)
        finish()

    threading.Thread(target=watch, daemon=True).start()


class Bar:
    """Shows progress: click's bar in a terminal, otherwise a line for every 10%."""

    def __init__(self, total: int, stream: TextIO | None = None):
        self.total, self.stream = total, stream or sys.stderr
        self.bar = click.progressbar(
            length=total,
            file=self.stream,
            width=20,
            show_pos=True,
            hidden=not self.stream.isatty(),
        )

    def __enter__(self) -> Self:
        self.bar.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.bar.__exit__(*error)  # show the cursor again, even if interrupted

    def step(self) -> None:
        before = 10 * self.bar.pos // self.total
        self.bar.update(1)
        if self.bar.hidden and 10 * self.bar.pos // self.total > before:
            click.echo(self.bar.format_progress_line().strip(), file=self.stream)
