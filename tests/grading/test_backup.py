"""A backup of gradebook and secret, and the way back."""

import os
import sqlite3
import zipfile

import pytest

from lernformer.grading.course.backup import newer, put_back, save
from lernformer.grading.judge.seeds import COLLECTED, secret_of


@pytest.fixture
def gradebook(tmp_path):
    path = tmp_path / "gradebook.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE grade (points)")
        database.execute("INSERT INTO grade VALUES (17)")
    database.close()
    return path


def points(path):
    database = sqlite3.connect(path)
    found = database.execute("SELECT points FROM grade").fetchall()
    database.close()
    return found


def test_all_comes_back_and_what_was_there_is_kept(gradebook, tmp_path):
    secret = secret_of(tmp_path, "attention", "1")
    (tmp_path / COLLECTED).write_text("{}")
    target = tmp_path / "term-backup.zip"
    assert save(gradebook, target) == ["gradebook.db", "grading.seeds", COLLECTED]
    assert target.stat().st_mode & 0o777 == 0o600
    gradebook.write_bytes(b"broken")
    (tmp_path / "grading.seeds").unlink()
    (tmp_path / COLLECTED).unlink()
    (kept,) = put_back(target, gradebook)
    assert (tmp_path / kept).read_bytes() == b"broken"
    assert points(gradebook) == [(17,)]
    assert secret_of(tmp_path, "attention", "1") == secret
    for name in ("grading.seeds", COLLECTED):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / COLLECTED).read_text() == "{}"


def test_a_gradebook_at_work_is_copied_whole(gradebook, tmp_path):
    writer = sqlite3.connect(gradebook)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("INSERT INTO grade VALUES (18)")
    writer.commit()
    save(gradebook, tmp_path / "b.zip")
    writer.close()
    gradebook.unlink()
    put_back(tmp_path / "b.zip", gradebook)
    assert points(gradebook) == [(17,), (18,)]


def test_what_was_graded_after_a_backup_is_listed(gradebook, tmp_path):
    autograded = tmp_path / "autograded"
    for student in ("ada", "bela", "cleo"):
        folder = autograded / student / "attention"
        folder.mkdir(parents=True)
        (folder / "attention.ipynb").touch()
    save(gradebook, tmp_path / "b.zip")
    for student, hours in (("ada", -1), ("bela", 1), ("cleo", 1)):
        path = autograded / student / "attention" / "attention.ipynb"
        seconds = path.stat().st_mtime + 3600 * hours
        os.utime(path, (seconds, seconds))
    assert newer(tmp_path / "b.zip", autograded) == {"attention": ["bela", "cleo"]}


def test_what_is_no_backup_changes_nothing(gradebook, tmp_path):
    (tmp_path / "text").write_text("no zip")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr("other", "")
    for name, words in (
        ("text", "isn't a backup"),
        ("empty.zip", "it has no gradebook"),
    ):
        with pytest.raises(ValueError, match=words):
            put_back(tmp_path / name, gradebook)
    assert points(gradebook) == [(17,)]
    with pytest.raises(ValueError, match="there is no gradebook"):
        save(tmp_path / "none.db", tmp_path / "b.zip")
    assert not (tmp_path / "b.zip").exists()
