"""Time: only a submission's own use counts, whatever else the machine does."""

import os
import subprocess
import sys
import time

import pytest

from lernformer.grading.sandbox import stopwatch
from lernformer.grading.sandbox.stopwatch import Stopwatch

pytestmark = pytest.mark.skipif(
    not os.path.isdir("/proc/self"), reason="only Linux has /proc"
)


@pytest.fixture
def known(monkeypatch):
    """The clock on the wall, and for each process its seconds and whether it runs."""
    known = {"now": 0.0}
    monkeypatch.setattr(stopwatch.time, "monotonic", lambda: known["now"])
    monkeypatch.setattr(stopwatch, "_computed", lambda one: known[one])
    return known


def started(known, *processes: int, runs: bool) -> Stopwatch:
    """A stopwatch that has seen these processes, for a question of one second."""
    known |= dict.fromkeys(processes, (0.0, runs))
    watch = Stopwatch()
    watch.stop([*processes])
    watch.start(1.0)
    return watch


def test_who_waits_for_a_processor_uses_nothing(known):
    watch = started(known, 7, runs=True)
    known |= {"now": 100.0, 7: (0.25, True)}
    assert not watch.look([7])
    assert watch.used == 0.25


def test_who_is_followed_by_others_uses_the_time(known):
    watch = started(known, 7, runs=False)
    for i in range(1, 6):
        known |= {"now": i / 4, 10 + i: (0.01, True)}
        assert watch.look([7, 10 + i]) is (i == 5)
    assert watch.used == 1.01


def test_who_begins_and_stays_uses_what_it_computes(known):
    watch = started(known, 7, runs=False)
    for i in range(1, 5):  # on a busy machine
        known |= {"now": 100.0 * i, 10 + i: (0.125, True)}
        assert not watch.look([7, *range(11, 11 + i)])
    assert watch.used == 0.5


def test_who_sleeps_uses_the_time(known):
    watch = started(known, runs=False)
    known |= {"now": 0.75, 7: (0.0, False), 8: (0.0, False)}
    assert not watch.look([7, 8])
    known["now"] = 1.5
    assert watch.look([7, 8])
    assert watch.used == 1.5


def test_what_several_compute_is_added(known):
    watch = started(known, 7, 8, runs=True)
    known |= {"now": 0.5, 7: (0.5, True), 8: (0.75, False)}
    assert watch.look([7, 8])
    assert watch.used == 1.25


def test_between_questions_only_computing_counts(known):
    watch = Stopwatch()
    known |= {"now": 50.0, 7: (0.5, False)}
    watch.stop([7])
    known["now"] = 90.0
    assert not watch.look([7])
    assert watch.used == 0.5
    watch.start(1.0)
    assert watch.limit == 1.5


def test_a_cgroup_counts_what_has_ended_between_two_looks(known, tmp_path):
    path = tmp_path / "cpu.stat"
    path.write_text("usage_usec 1000000\nuser_usec 0\n")
    with path.open("rb", buffering=0) as counter:
        watch = Stopwatch(counter.fileno())
        known |= {7: (0.0, True), 8: (0.0, True)}
        watch.start(1.0)
        assert not watch.look([7, 8])
        path.write_text("usage_usec 1750000\nuser_usec 0\n")
        known |= {"now": 100.0, 9: (0.0, True)}  # 8 has ended; the machine is busy
        assert not watch.look([7, 9])
        assert watch.used == 0.75
        path.write_text("usage_usec 2000000\nuser_usec 0\n")
        assert watch.look([7, 9])


def test_the_kernels_count_of_a_process():
    code = "while True: pass"
    with subprocess.Popen([sys.executable, "-c", code]) as busy:
        end = time.monotonic() + 60
        while stopwatch._computed(busy.pid)[0] < 0.2 and time.monotonic() < end:
            time.sleep(0.05)
        seconds, running = stopwatch._computed(busy.pid)
        busy.kill()
    assert 0.2 <= seconds < 60
    assert running
    assert stopwatch._computed(busy.pid) == (0.0, False)
