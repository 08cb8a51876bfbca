"""A gradebook that this nbgrader cannot use is reported and left unchanged."""

import sqlite3

import pytest
from nbgrader.api import Gradebook

from lernformer.grading.gradebook.schema import require_current


@pytest.fixture
def gradebook(tmp_path, monkeypatch):
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
    path = tmp_path / "gräde book.db"
    Gradebook(f"sqlite:///{path}", "lernformer").close()
    return path


def change(path, *commands: str) -> None:
    database = sqlite3.connect(path)
    for command in commands:
        database.execute(command)
    database.commit()
    database.close()


def test_a_gradebook_of_today(gradebook):
    require_current(f"sqlite:///{gradebook}")


@pytest.mark.parametrize(
    ("command", "lacks"),
    [
        ("ALTER TABLE student DROP COLUMN lms_user_id", "student.lms_user_id"),
        ("DROP TABLE base_cell", "base_cell"),
    ],
)
def test_an_older_one(gradebook, command, lacks):
    change(gradebook, command)
    before = gradebook.read_bytes()
    with pytest.raises(ValueError, match=rf"older nbgrader \(it lacks {lacks}\)"):
        require_current(f"sqlite:///{gradebook}")
    assert gradebook.read_bytes() == before


def test_one_that_is_being_made(gradebook):
    change(gradebook, "DROP TABLE alembic_version", "DROP TABLE base_cell")
    require_current(f"sqlite:///{gradebook}")


def test_one_that_somebody_writes_to(gradebook):
    database = sqlite3.connect(gradebook)
    database.execute("BEGIN EXCLUSIVE")
    connect = sqlite3.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, timeout=0, **k))
        require_current(f"sqlite:///{gradebook}")
    database.close()


def test_what_is_no_gradebook(tmp_path):
    path = tmp_path / "gradebook.db"
    path.write_text("no database" * 99)
    with pytest.raises(ValueError, match="isn't a gradebook, or is damaged"):
        require_current(f"sqlite:///{path}")
    assert path.read_text() == "no database" * 99


@pytest.mark.parametrize("url", ["sqlite:////no/where.db", "postgresql://host/grades"])
def test_what_is_not_there_or_no_file(url):
    require_current(url)
