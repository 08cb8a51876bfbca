"""In a batch, one engine opens the gradebook, each time in its current state."""

import sqlite3
import threading

import pytest
from extent import some
from nbgrader.api import Gradebook

from lernformer.grading.gradebook import engine
from lernformer.grading.gradebook.engine import one_engine
from lernformer.grading.sandbox.disk import InUse, watching_the_disk


@pytest.fixture
def url(tmp_path, monkeypatch):
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
    return f"sqlite:///{tmp_path / 'gräde book.db'}"


@pytest.fixture
def installed(monkeypatch):
    monkeypatch.setattr(engine.api, "create_engine", engine.api.create_engine)
    engine.install()


def test_one_engine_and_afterwards_another(url):
    engines = []
    with one_engine():
        for _ in range(2):
            with Gradebook(url, "lernformer") as book:
                engines.append(book.engine)
    with Gradebook(url, "lernformer") as book:
        engines.append(book.engine)
    assert engines[0] is engines[1]
    assert engines[2] is not engines[0]


def test_what_one_enters_the_next_reads(url):
    with one_engine():
        with Gradebook(url, "lernformer") as book:
            book.add_student("first")
        with Gradebook(url, "lernformer") as other:
            other.add_student("second")
        with Gradebook(url, "lernformer") as book:
            assert [student.id for student in book.students] == ["first", "second"]


def test_each_gradebook_has_its_own(url, tmp_path):
    with one_engine(), Gradebook(url, "a") as book:
        book.add_student("first")
        with Gradebook(f"sqlite:///{tmp_path / 'other.db'}", "b") as other:
            assert other.students == []


def test_one_that_is_put_back_is_read_anew(url, tmp_path):
    path = tmp_path / "gräde book.db"
    with one_engine():
        with Gradebook(url, "lernformer") as book:
            book.add_student("first")
        copy = path.read_bytes()
        with Gradebook(url, "lernformer") as book:
            book.add_student("second")
        path.unlink()
        path.write_bytes(copy)
        with Gradebook(url, "lernformer") as book:
            assert [student.id for student in book.students] == ["first"]


@pytest.mark.usefixtures("installed")
def test_its_owner_alone_can_read_it(url, tmp_path):
    path = tmp_path / "gräde book.db"
    for _ in range(2):
        with Gradebook(url, "lernformer"):
            assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o644)  # as an older version would leave it


@pytest.mark.usefixtures("installed")
def test_a_gradebook_that_cannot_be_opened_is_reported(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        Gradebook(f"sqlite:///{tmp_path / 'nowhere' / 'gradebook.db'}", "lernformer")


@pytest.fixture
def write(url, installed):
    def write(student: str) -> None:
        with watching_the_disk(), Gradebook(url, "lernformer") as book:
            book.add_student(student)

    write("ada")
    return write


@pytest.fixture
def holder(url):
    """Another program, in another thread."""
    holder = sqlite3.connect(url.removeprefix("sqlite:///"), check_same_thread=False)
    yield holder
    holder.close()


LOCKS = ["BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"]


@pytest.mark.parametrize("how", some(LOCKS, LOCKS[:1]))
def test_who_locks_it_for_a_while_stops_nobody(how, write, holder):
    holder.execute(how)
    let_go = threading.Timer(6.0, holder.rollback)  # sqlite's own patience is 5 seconds
    let_go.start()
    write("bela")
    let_go.join()


@pytest.mark.parametrize("how", LOCKS)
def test_who_locks_it_for_good_gets_a_message(how, write, holder, monkeypatch):
    monkeypatch.setattr(engine, "WAIT", 0.1)
    holder.execute(how)
    with pytest.raises(InUse):
        write("bela")
    holder.rollback()
    write("bela")
