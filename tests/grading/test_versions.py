"""Grades from older checks, points or cases are reported; a secret is not lost."""

import json
from dataclasses import replace

import pytest
from graded import exercise
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from lernformer.grading.judge import versions
from lernformer.grading.judge.seeds import NAME, known_secret, secret_of

CELLS = list(exercise("masking").cells.values())


def version(cells=CELLS, secret=b"s", term="1"):
    return versions.version(cells, secret, term)


def test_each_change_is_described():
    worth = [replace(x, points=x.points and x.points + 1) for x in CELLS]
    other = [replace(x, source=f"{x.source} ") for x in CELLS]
    assert versions.differs(version(), version()) == []
    for cells in (worth, other, CELLS[1:]):
        changes = versions.differs(version(), version(cells))
        assert changes == ["points or cells of the exercise"]
    assert versions.differs(version(), version(secret=b"t")) == ["hidden cases"]
    assert versions.differs({}, version()) == []  # graded before there were versions


def test_a_changed_check_is_another_version(tmp_path, monkeypatch):
    checks_version = versions.checks_version.__wrapped__
    found = [checks_version()]
    package = tmp_path / "lernformer"
    for name in ("checks", "probes"):
        (package / name).mkdir(parents=True)
        (package / name / "task.py").write_text("1")
    monkeypatch.setattr("lernformer.__file__", str(package / "__init__.py"))
    found.append(checks_version())
    (package / "checks" / "task.py").write_text("2")
    found.append(checks_version())
    (package / "figures.py").write_text("a figure decides nothing")
    assert checks_version() == found[-1]
    assert len({*found}) == 3


def test_a_lost_secret_is_reported_and_not_drawn_anew(tmp_path):
    config = Config()
    config.CourseDirectory.root = str(tmp_path)
    config.CourseDirectory.db_url = f"sqlite:///{tmp_path / 'gradebook.db'}"
    course = CourseDirectory(config=config)
    graded = tmp_path / "autograded" / "ada" / "masking" / "masking.ipynb"
    graded.parent.mkdir(parents=True)
    about = {"version": version(secret=secret_of(tmp_path, "masking", "1"))}
    graded.write_text(json.dumps({"cells": [], "metadata": {"lernformer": about}}))
    versions.require_secret(course, "masking", "1")
    (tmp_path / NAME).rename(tmp_path / "lost")
    with pytest.raises(ValueError, match=r"'masking', term '1', is gone .* 1 were"):
        versions.require_secret(course, "masking", "1")
    versions.require_secret(course, "masking", "2")  # another term, other cases
    versions.require_secret(course, "attention", "1")  # nobody was graded
    assert known_secret(tmp_path, "masking", "1") is None
