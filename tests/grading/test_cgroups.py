"""Cgroups: found where they can be made, with limits, and gone at the end."""

import errno
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from waiting import wait_for

from lernformer.grading.sandbox import cgroups
from lernformer.grading.sandbox.cgroups import Cgroups
from lernformer.grading.sandbox.limits import Limits
from lernformer.grading.sandbox.sandbox import Sandbox

LIMITS = Limits(memory=1000, disk=10, processes=5)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Files like the kernel's; a process in the cgroup /slice/app/shell."""

    def make(**counted):
        top = tmp_path / "cgroups"
        (tmp_path / "self").mkdir()
        (tmp_path / "self/cgroup").write_text("4:memory:/other\n0::/slice/app/shell\n")
        (tmp_path / "self/mountinfo").write_text(
            "30 1 0:2 / /proc rw - proc proc rw\n"
            f"31 1 0:3 / {top} rw,nosuid shared:9 - cgroup2 cgroup rw\n"
        )
        (top / "slice/app/shell").mkdir(parents=True)
        for place in (top, top / "slice", top / "slice/app", top / "slice/app/shell"):
            words = counted.get(place.name, "")
            (place / "cgroup.subtree_control").write_text(words)
        return top

    monkeypatch.setattr(cgroups, "PROC", tmp_path)
    monkeypatch.setattr(cgroups, "PATIENCE", 0.0)  # files do not vanish with a folder
    return make


def test_the_nearest_that_counts_is_found(machine):
    top = machine(cgroups="memory pids", slice="cpu memory pids", app="pids")
    assert cgroups.parent() == top / "slice"


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("no process can be moved", "no cgroup here"),
        ("nothing counts", "no cgroup here"),
        ("older cgroups", "version 2"),
        ("no cgroup", "version 2"),
        ("no mountinfo", "version 2"),
    ],
)
def test_where_there_is_none_the_reason_is_given(
    trouble, words, machine, tmp_path, monkeypatch
):
    if trouble == "nothing counts":
        machine(slice="memory", app="pids")
    else:
        machine(slice="memory pids")
    if trouble == "no process can be moved":
        refused = {"no/such": "refused by the kernel"}
        monkeypatch.setattr(cgroups, "settings", lambda limits: refused)
    if trouble == "older cgroups":
        older = "31 1 0:3 / /c rw - cgroup cgroup rw\n"
        (tmp_path / "self/mountinfo").write_text(older)
    (tmp_path / "self" / trouble.removeprefix("no ")).unlink(missing_ok=True)
    with pytest.raises(LookupError, match=words):
        cgroups.parent()


def test_what_is_written_to_the_kernel(tmp_path):
    with Cgroups(tmp_path).new(LIMITS) as made:
        made.files[0].write(b"0")
    (made,) = tmp_path.iterdir()
    assert made.name.startswith(f"lernformer-{os.getpid()}-")
    assert {path.name: path.read_text() for path in made.iterdir()} == {
        "memory.max": "1030",  # files in memory are counted with it
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "7",
        "cgroup.procs": "0",
    }


def test_those_of_a_grader_that_was_killed_are_removed(tmp_path):
    gone = subprocess.Popen("true")
    gone.wait()
    for process in (gone.pid, os.getpid()):
        (tmp_path / f"lernformer-{process}-0").mkdir()
    Cgroups(tmp_path).sweep()
    assert [path.name for path in tmp_path.iterdir()] == [f"lernformer-{os.getpid()}-0"]


@pytest.mark.parametrize("trouble", ["gone", "read-only", "full"])
def test_where_none_can_be_made_any_more_grading_goes_on(
    trouble, machine, tmp_path, monkeypatch
):
    """As in a container, or where a slice already has as many as it may have."""
    machine(slice="memory pids")
    monkeypatch.setattr(Sandbox, "_start", lambda self: None)
    monkeypatch.setattr(cgroups, "settings", lambda limits: {})
    with Sandbox("attention") as sandbox:
        assert not sandbox.uncounted
        with sandbox._cgroup(LIMITS) as group:
            assert group.files[0].writable()
        if trouble == "gone":
            shutil.rmtree(sandbox.cgroups.parent)
        else:
            number = errno.EROFS if trouble == "read-only" else errno.EAGAIN

            def refuse(*_, **__):
                raise OSError(number, os.strerror(number))

            monkeypatch.setattr(Path, "mkdir", refuse)
        for _ in range(2):
            with sandbox._cgroup(LIMITS) as group:
                assert group is None
        assert sandbox.cgroups is None
        assert sandbox.uncounted.startswith("no more cgroups can be made: ")


@pytest.fixture
def real(monkeypatch):
    """Where this kernel's cgroups go; if need be, a place where nothing is counted."""
    try:
        return cgroups.parent()
    except LookupError:
        monkeypatch.setattr(cgroups, "COUNTED", set())
        monkeypatch.setattr(cgroups, "settings", lambda limits: {})
    try:
        return cgroups.parent()
    except LookupError as error:
        pytest.skip(f"NO CGROUP: {error}")


def inside(group: Path) -> list[str]:
    return (group / "cgroup.procs").read_text().split()


@pytest.mark.slow
def test_all_processes_of_a_submission_are_in_its_own(real):
    counts = bool(cgroups.COUNTED)
    code = "import os, signal; child = os.fork(); child or signal.pause()"
    with Sandbox("attention") as sandbox:
        assert not sandbox.uncounted
        seen = []
        for _ in range(2):
            with sandbox.open() as session:
                session.run(code, 9.0)
                (own,) = sandbox.cgroups.made[-1:]
                seen.append(own)
                # the first one, the one that asks, its child; others may just be ending
                wait_for(lambda: len(inside(own)) == 3)  # noqa: B023
                assert str(sandbox.forkserver.pid) not in inside(own)
                if counts:
                    assert int((own / "memory.current").read_text()) > 0
        assert seen[0] != seen[1]
    assert not [path for path in seen if path.exists()]


@pytest.mark.slow
def test_seconds_and_the_end_come_from_the_kernel(real):
    """Children that compute and end between two looks count in full."""
    code = (
        "import os, time\nfor _ in range(20):\n"
        "    child = os.fork() or sum(range(2_000_000)) and os._exit(0)\n"
        "    os.waitpid(child, 0)\n"
        "for _ in range(3):\n    os.fork() or time.sleep(1000)\n"
    )
    with Sandbox("attention") as sandbox, sandbox.open() as session:
        session.run(code, 60.0)
        (own,) = sandbox.cgroups.made[-1:]
        counters = dict(
            line.split() for line in (own / "cpu.stat").read_text().splitlines()
        )
        counted = int(counters["usage_usec"]) / 1e6
        assert 0.5 * counted < session.used <= counted + 0.1
        assert inside(own)
        assert session.close()
        wait_for(lambda: not inside(own))  # a killed process takes a moment to go


def test_without_a_wall_there_is_none(monkeypatch):
    monkeypatch.setattr(Sandbox, "_start", lambda self: None)
    with Sandbox("attention", unsafe=True) as sandbox:
        assert sandbox.cgroups is None
    assert isinstance(sandbox.folder, Path)
