"""What the owner of this copy has not set; publishing waits for tests."""

import pytest
import yaml
from course import ROOT

from deploy import owner
from lernformer import project_urls

WORKFLOWS = ROOT / ".github" / "workflows"
OURS = {"Repository": "https://github.com/ada/course", "Book": "https://a.org/book"}


def workflow(name: str) -> dict:
    found = yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text("utf-8"))
    return found | {"on": found.pop(True)}  # YAML 1.1 reads "on" as true


@pytest.mark.parametrize(
    ("urls", "environment", "words"),
    [
        (OURS, {}, []),
        (OURS, {"GITHUB_REPOSITORY": "ada/course"}, []),
        (OURS, {"GITHUB_REPOSITORY": "eva/course"}, ["this is eva/course"]),
        ({"Book": OURS["Book"]}, {}, ["Repository in"]),
        ({}, {"GITHUB_REPOSITORY": "eva/course"}, ["Repository in", "Book in"]),
    ],
)
def test_what_is_not_set_is_named(urls, environment, words, monkeypatch):
    monkeypatch.setattr(project_urls, "_urls", lambda clone: urls)
    told = owner.unset(environment)
    assert len(told) == len(words)
    assert all(word in line for word, line in zip(words, told, strict=True))


def test_this_copy_is_set():
    if missing := owner.unset():
        pytest.skip("NOT SET: " + "; ".join(missing))


def test_nothing_is_published_before_the_tests_have_passed():
    jobs = workflow("publish")["jobs"]
    assert jobs["test"]["uses"] == "./.github/workflows/test.yml"
    assert "workflow_call" in workflow("test")["on"]
    for name in {*jobs} - {"test"}:
        waits, needed = set(), [name]
        while needed:
            needs = jobs[needed.pop()].get("needs", [])
            needed += (new := {needs} if isinstance(needs, str) else {*needs})
            waits |= new
        assert "test" in waits, name


def test_a_push_is_tested_once():
    """The publishing workflow does it, by calling the tests."""
    assert "push" not in workflow("test")["on"]
    assert workflow("publish")["on"]["push"]["branches"] == ["main"]


def test_a_release_is_attached_without_the_environment_that_lets_no_tag_in():
    jobs = workflow("publish")["jobs"]
    attach = jobs["attach"]
    assert "environment" not in attach
    assert "release" in attach["if"]
    assert attach["permissions"] == {"contents": "write"}
    others = [job for name, job in jobs.items() if name != "attach"]
    assert not any("contents" in job.get("permissions", {}) for job in others)
