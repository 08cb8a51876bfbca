"""Whatever keeps a copy from being published is named, with what to do about it."""

import click
import pytest

from deploy import ready


def test_each_point_is_ready_or_says_what_to_do(capsys):
    def broken():
        raise click.ClickException("it ends (exit 1)")

    points = {
        "one": (list, "never shown"),
        "two": (lambda: ["a is missing", "b is missing"], "write a and b"),
        "three": (broken, "fix it"),
    }
    assert ready.report(points) == ["two", "three"]
    assert capsys.readouterr().out.splitlines() == [
        "ready    one",
        "missing  two",
        "           a is missing",
        "           b is missing",
        "         → write a and b",
        "missing  three",
        "           it ends (exit 1)",
        "         → fix it",
    ]


def test_a_command_that_fails_says_its_last_line():
    with pytest.raises(click.ClickException, match=r"^b \(exit 3\)$"):
        ready.run("sh", "-c", "echo a; echo b; exit 3")


def test_what_is_not_committed_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(ready.release, "ROOT", tmp_path)
    ready.run("git", "init", "--quiet")
    assert ready.committed() == []
    (tmp_path / "new.txt").touch()
    assert ready.committed() == ["not committed: new.txt"]


def test_a_release_that_is_not_there_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(ready.release, "TARGET", tmp_path)
    assert "there is no lernformer-site.zip" in ready.gathered()
