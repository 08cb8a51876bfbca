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


def change(path, command: str) -> None:
    database = sqlite3.connect(path)
    database.execute(command)
    database.commit()
    database.close()


@pytest.mark.parametrize(
    ("command", "lacks"),
    [
        ("ALTER TABLE student DROP COLUMN lms_user_id", "student.lms_user_id"),
        ("DROP TABLE base_cell", "base_cell"),
    ],
)
def test_only_one_of_today_can_be_used(gradebook, command, lacks):
    require_current(f"sqlite:///{gradebook}")
    change(gradebook, command)
    before = gradebook.read_bytes()
    with pytest.raises(ValueError, match=rf"older nbgrader \(it lacks {lacks}\)"):
        require_current(f"sqlite:///{gradebook}")
    assert gradebook.read_bytes() == before


def test_one_that_is_being_made(gradebook):
    change(gradebook, "DROP TABLE alembic_version")
    change(gradebook, "DROP TABLE base_cell")
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
    path, text = tmp_path / "gradebook.db", "no database" * 99
    path.write_text(text)
    with pytest.raises(ValueError, match="isn't a gradebook, or is damaged"):
        require_current(f"sqlite:///{path}")
    assert path.read_text() == text
    for elsewhere in ("sqlite:////no/where.db", "postgresql://host/grades"):
        require_current(elsewhere)
