"""What a release attaches, and whatever keeps a copy from being published."""

import os
import subprocess
import zipfile

import click
import pytest
import yaml
from course import ROOT

import lernformer
from deploy import owner, ready, release
from lernformer import project_urls

VERSION = lernformer.__version__
LOG = f"# Changelog\n\n## {VERSION}\n\n- book: new.\n"
WHEEL = f"lernformer-{VERSION}-py3-none-any.whl"
OURS = {"Repository": "https://github.com/ada/course", "Book": "https://a.org/book"}


@pytest.fixture
def whole_release(tmp_path):
    for name in ("lernformer.pdf", f"lernformer-{VERSION}.tar.gz", "CITATION.cff"):
        (tmp_path / name).touch()
    for name in ("lernformer-site.zip", "lernformer-students.zip", WHEEL):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("file", "text")
    command = ["sha256sum", *os.listdir(tmp_path)]
    sums = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "SHA256SUMS").write_bytes(sums.stdout)
    return tmp_path


def faults(folder, log=LOG, tag=""):
    return release.faults(sorted(folder.iterdir()), log, tag)


def test_whatever_is_missing_or_different_is_named(whole_release):
    assert faults(whole_release) == []
    found = faults(whole_release, LOG.replace(VERSION, "Unreleased"))
    assert found == [f"CHANGELOG.md has no section “## {VERSION}”"]
    pdf = whole_release / "lernformer.pdf"
    pdf.write_bytes(b"%PDF")
    expected = "lernformer.pdf isn't the file that SHA256SUMS was made from"
    assert faults(whole_release) == [expected]
    pdf.write_bytes(b"")
    wheel = whole_release / WHEEL
    wheel.rename(wheel.with_name("lernformer-9.9-py3-none-any.whl"))
    (whole_release / "lernformer-students.zip").unlink()
    found = faults(whole_release)
    assert sorted(found) == [
        f"there is no {name}" for name in (WHEEL, "lernformer-students.zip")
    ]


@pytest.mark.parametrize("tag", [VERSION, f"v{VERSION}", ""])
def test_the_tag_names_the_version(tag, whole_release):
    assert faults(whole_release, tag=tag) == []
    found = faults(whole_release, tag="v9.9")
    assert found == [f"the tag is v9.9, and __version__ is {VERSION}"]


def test_notes_are_the_section_of_this_version():
    later = LOG.replace("\n## ", "\n## 99.0\n\n- code: later.\n\n## ")
    text = f"{later}\n## 0.0.1\n\n- book: older.\n"
    assert release.notes(text).strip() == "- book: new."
    assert release.notes("# Changelog\n") == ""


@pytest.mark.slow
def test_packages_and_site_are_gathered(tmp_path):
    book = tmp_path / "book"
    book.mkdir()
    (book / "index.html").write_text("<h1>Lernformer</h1>")
    (book / "lernformer.pdf").write_bytes(b"%PDF")
    made = release.gather(tmp_path / "release", book)
    assert release.faults(made, LOG) == []
    assert len(made) == 8
    run = ["sha256sum", "--check", "--quiet", release.SUMS]
    subprocess.run(run, cwd=tmp_path / "release", check=True)


# `make ready` -------------------------------------------------------------------------


def test_each_point_is_ready_or_says_what_to_do(capsys):
    def broken():
        raise click.ClickException("it ends (exit 1)")

    points = {
        "one": (list, "never shown"),
        "two": (lambda: ["a is missing", "b is missing"], "write a and b"),
        "three": (broken, "fix it"),
    }
    assert ready.report(points) == ["two", "three"]
    expected = "ready one missing two a is missing b is missing → write a and b "
    expected += "missing three it ends (exit 1) → fix it"
    assert capsys.readouterr().out.split() == expected.split()


def test_what_a_command_says_last_and_what_is_not_committed(monkeypatch, tmp_path):
    with pytest.raises(click.ClickException, match=r"^b \(exit 3\)$"):
        ready.run("sh", "-c", "echo a; echo b; exit 3")
    monkeypatch.setattr(ready.release, "ROOT", tmp_path)
    monkeypatch.setattr(ready.release, "TARGET", tmp_path)
    assert "there is no lernformer-site.zip" in ready.gathered()
    ready.run("git", "init", "--quiet")
    assert ready.committed() == []
    (tmp_path / "new.txt").touch()
    assert ready.committed() == ["not committed: new.txt"]


@pytest.mark.parametrize(
    ("urls", "place", "words"),
    [
        (OURS, "", []),
        (OURS, "ada/course", []),
        (OURS, "eva/course", ["this is eva/course"]),
        ({"Book": OURS["Book"]}, "", ["Repository in"]),
        ({}, "eva/course", ["Repository in", "Book in"]),
    ],
)
def test_what_the_owner_has_not_set_is_named(urls, place, words, monkeypatch):
    monkeypatch.setattr(project_urls, "_urls", lambda clone: urls)
    unset = owner.unset({"GITHUB_REPOSITORY": place} if place else {})
    assert len(unset) == len(words)
    assert all(word in line for word, line in zip(words, unset, strict=True))


# The workflows ------------------------------------------------------------------------


def workflow(name: str) -> dict:
    path = ROOT / ".github" / "workflows" / f"{name}.yml"
    found = yaml.safe_load(path.read_text("utf-8"))
    return found | {"on": found.pop(True)}  # YAML 1.1 reads "on" as true


def test_nothing_is_published_before_the_tests_have_passed_once():
    """The publishing workflow calls them, so a push needs no other run."""
    publish, test = workflow("publish"), workflow("test")
    jobs = publish["jobs"]
    assert jobs["test"]["uses"] == "./.github/workflows/test.yml"
    assert "workflow_call" in test["on"]
    assert "push" not in test["on"]
    assert publish["on"]["push"]["branches"] == ["main"]
    for name in {*jobs} - {"test"}:
        waits, queue = set(), [name]
        while queue:
            needs = jobs[queue.pop()].get("needs", [])
            queue += (new := {needs} if isinstance(needs, str) else {*needs})
            waits |= new
        assert "test" in waits, name


def test_a_release_is_attached_without_the_environment_that_lets_no_tag_in():
    jobs = workflow("publish")["jobs"]
    attach = jobs.pop("attach")
    assert "environment" not in attach
    assert "release" in attach["if"]
    assert attach["permissions"] == {"contents": "write"}
    assert not any("contents" in job.get("permissions", {}) for job in jobs.values())
