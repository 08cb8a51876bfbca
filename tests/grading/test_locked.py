"""A gradebook that another program has locked: a run waits, then says what to do."""

import sqlite3
import threading

import pytest
from nbgrader.api import Gradebook
from sqlalchemy.exc import OperationalError

from lernformer.grading.gradebook import engine
from lernformer.grading.sandbox.disk import InUse, watching_the_disk


@pytest.fixture
def url(tmp_path, monkeypatch):
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
    engine.install()
    url = f"sqlite:///{tmp_path / 'gradebook.db'}"
    with Gradebook(url, "lernformer") as book:
        book.add_student("ada")
    return url


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_who_holds_it_for_a_while_stops_nobody(url, how):
    holder = sqlite3.connect(url.removeprefix("sqlite:///"), check_same_thread=False)
    holder.execute(f"BEGIN {how}")
    let_go = threading.Timer(6.0, holder.rollback)  # sqlite's own patience is 5 seconds
    let_go.start()
    with watching_the_disk(), Gradebook(url, "lernformer") as book:
        book.add_student("bela")
    let_go.join()
    holder.close()


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_who_holds_it_for_good_is_told(url, how, monkeypatch):
    monkeypatch.setattr(engine, "WAIT", 0.1)
    holder = sqlite3.connect(url.removeprefix("sqlite:///"))
    holder.execute(f"BEGIN {how}")
    with pytest.raises(InUse):
        write(url)
    holder.close()
    write(url)


def write(url):
    with watching_the_disk(), Gradebook(url, "lernformer") as book:
        book.add_student("bela")


def test_other_errors_stay_what_they_are():
    with pytest.raises(OperationalError), watching_the_disk():
        raise OperationalError("select", {}, Exception("no such table"))
