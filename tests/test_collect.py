"""Collecting from an exchange in which students can put anything."""

import contextlib
import os
import pwd

import pytest
from nbgrader.api import MissingEntry
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from lernformer.grading.course.collect import Collect

ME = pwd.getpwuid(os.getuid()).pw_name
STAMP = "2026-01-0{} 10:00:00.000000 UTC"


class NoGradebook(contextlib.nullcontext):
    """A gradebook without due dates; making a real one takes seconds."""

    def __init__(self, *_):
        super().__init__(self)

    def find_assignment(self, name):
        raise MissingEntry(name)


@pytest.fixture
def collect(tmp_path, monkeypatch):
    """Hand in files as some user, and collect them."""
    monkeypatch.setattr("nbgrader.exchange.default.collect.Gradebook", NoGradebook)
    inbound = tmp_path / "exchange" / "lernformer" / "inbound"
    inbound.mkdir(parents=True)
    (tmp_path / "exchange").chmod(0o777)
    secret = tmp_path / "solution.ipynb"
    secret.write_text("the solution")
    config = Config()
    config.CourseDirectory.root = str(tmp_path)
    config.CourseDirectory.course_id = "lernformer"
    config.CourseDirectory.assignment_id = "attention"
    config.CourseDirectory.max_dir_size = 10  # kB
    config.Exchange.root = str(tmp_path / "exchange")

    class Class:
        def submit(self, student, day, **files):
            folder = inbound / f"{student}+attention+{STAMP.format(day)}+x"
            folder.mkdir()
            for name, text in files.items():
                if text is None:
                    (folder / name).symlink_to(secret)
                else:
                    (folder / name).write_text(text)
            return folder

        def collected(self):
            about = {
                "coursedir": CourseDirectory(config=config),
                "authenticator": Authenticator(config=config),
            }
            Collect(**about, config=config).start()
            root = tmp_path / "submitted"
            files = (path for path in root.rglob("*") if path.is_file())
            return {str(path.relative_to(root)): path.read_text() for path in files}

    return Class()


def test_the_latest_submission_without_following_links(collect):
    collect.submit(ME, 1, notebook="old")
    collect.submit(ME, 2, notebook="new", stolen=None)
    assert collect.collected() == {f"{ME}/attention/notebook": "new"}


def test_a_folder_that_is_a_link(collect, tmp_path):
    folder = collect.submit(ME, 1)
    folder.rmdir()
    folder.symlink_to(tmp_path)
    assert collect.collected() == {}


def test_nobody_submits_in_anothers_name(collect):
    """A forgery with a later date doesn't replace the other's submission either."""
    forged = collect.submit(f"not-{ME}", 2, notebook="nonsense")
    collect.submit(ME, 1, notebook="mine")
    assert collect.collected() == {f"{ME}/attention/notebook": "mine"}
    assert forged.with_name(f".refused+{forged.name}").exists()


def test_a_large_submission_does_not_keep_others_from_theirs(collect, monkeypatch):
    account = "lernformer.grading.course.collect.get_osusername"
    monkeypatch.setattr(account, lambda: "jovyan")
    ada = {"a": "x" * 9_000, "b": "y" * 9_000}
    collect.submit("ada", 1, **ada)
    collect.submit("bela", 1, notebook="small")
    found = {"ada/attention/a": ada["a"], "bela/attention/notebook": "small"}
    assert collect.collected() == found
