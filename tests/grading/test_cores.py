"""Workers for the cores that a grader gets, whatever the machine has."""

import os

import pytest

from lernformer.grading.sandbox.cores import cores

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"), reason="this system has no affinity"
)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(64)))

    def machine(own: str, **groups: str) -> int:
        (tmp_path / "own").write_text(own)
        for place, text in groups.items():
            file = tmp_path / "cgroup" / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return cores(tmp_path / "cgroup", tmp_path / "own")

    return machine


def first_version(place: str, quota: str) -> dict[str, str]:
    files = {"cpu.cfs_quota_us": quota, "cpu.cfs_period_us": "100000"}
    return {f"{place}/{name}": text for name, text in files.items()}


@pytest.mark.parametrize(
    ("own", "groups", "expected"),
    [
        ("0::/\n", {}, 64),
        ("0::/\n", {"cpu.max": "max 100000\n"}, 64),
        ("0::/\n", {"cpu.max": "200000 100000\n"}, 2),
        ("0::/a/b\n", {"a/b/cpu.max": "max 100000", "a/cpu.max": "150000 100000"}, 2),
        ("0::/a\n", {"a/cpu.max": "50000 100000\n"}, 1),
        ("0::/a\n", {"a/cpu.max": "not a number\n"}, 64),
        ("3:cpuset:/\n2:cpu,cpuacct:/x\n0::/\n", first_version("cpu/x", "400000"), 4),
        ("1:cpu:/\n", first_version("cpu", "-1"), 64),
    ],
)
def test_the_least_quota_counts(machine, own, groups, expected):
    assert machine(own, **groups) == expected


def test_affinity_counts(machine, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 5, 6})
    assert machine("0::/\n") == 3
    assert machine("0::/\n", **{"cpu.max": "200000 100000"}) == 2
