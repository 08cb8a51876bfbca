"""The guide for instructors does what it says: its own code blocks, on a class of six.

The blocks run in a copy of the repository. Only the set-up is a stand-in, because the
environment is ready (`test_setup` tests the real one). Where a person would read
the answers, a browser grades by hand in formgrader, and takes the reference's pictures:

    PICTURES=1 pytest tests/test_teach.py    writes them to book/images again
"""

import csv
import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import browser
import pytest
from course import ROOT, repository_files
from graded import content, points
from playwright.sync_api import expect
from student import jupyter

from lernformer.grading.lms import grade_tables

PAGE = (ROOT / "book" / "teach.md").read_text("utf-8")
REFERENCE = (ROOT / "book" / "teach_reference.md").read_text("utf-8")
IMAGES = ROOT / "book" / "images"
PICTURES = ("formgrader-list", "formgrader-answer")
LARGEST = 60_000  # bytes of a picture
SLUG = "attention"
FULL = sum(points(SLUG).values())
WRONG = "def softmax(scores, axis=-1):\n    return scores"
ANSWER = (
    "With long vectors the scores become large, and the softmax gives one weight all. "
    "Then the gradient vanishes."
)
COMMENT = "Right. How large do the scores become?"

pytestmark = pytest.mark.slow


def section(name: str, page: str = PAGE) -> str:
    """What a page says under a label."""
    return re.search(rf"^\({name}\)=\n(.*?)(?=^\(sec-|\Z)", page, re.S | re.M)[1]


def blocks(text: str, language: str = "sh") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.S | re.M)


COMMANDS = blocks(section("sec-commands"))


class Clone:
    """A copy of the repository, with the environment in which the tests run."""

    def __init__(self, folder: Path):
        self.folder = folder / "lernformer"
        for name in repository_files():
            if (ROOT / name).exists():
                target = self.folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target)
        # The real one would empty an environment that was made for another folder.
        (self.folder / ".ci" / "setup").write_text("#!/bin/sh\n")
        (self.folder / ".venv").symlink_to(sys.prefix)

        home = folder / "home"
        home.mkdir()
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(home)}
        self.environment["OMP_NUM_THREADS"] = "1"

    def run(self, commands: str) -> str:
        """Run shell commands, and return what they printed."""
        ran = subprocess.run(
            ["bash", "-euc", commands],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{commands}\n{ran.stdout}"
        return ran.stdout

    def submit(self) -> None:
        """A class of six: one wrong, one unfinished, one who hands in nothing."""
        others = {"bela": {"softmax": WRONG}, "cleo": {"merge_heads": None}}
        for student in ("ada", "bela", "cleo", "dora", "emil"):
            answers = {"explain_scaling": ANSWER} | others.get(student, {})
            folder = self.folder / "submitted" / student / SLUG
            folder.mkdir(parents=True)
            (folder / f"{SLUG}.ipynb").write_bytes(content(SLUG, **answers))


def grade_by_hand(clone: Clone, pictures: Path) -> None:
    """Do what the reference says under “Grade in formgrader”, in a browser."""
    token = secrets.token_hex()
    command = [clone.folder / ".venv" / "bin" / "jupyter-lab", "--no-browser"]
    command += ["--port=0", f"--IdentityProvider.token={token}"]
    command += ["--allow-root"] * (os.geteuid() == 0)
    with (
        jupyter(command, clone.folder, clone.environment) as url,
        browser.launch() as chromium,
    ):
        context = browser.fresh(chromium, viewport={"width": 1000, "height": 700})
        page = context.new_page()
        # formgrader loads MathJax from another host
        page.route(lambda address: not address.startswith(url), lambda r: r.abort())
        page.goto(f"{url}/tree?token={token}")
        page.goto(f"{url}/formgrader/gradebook/{SLUG}/{SLUG}")
        rows = page.locator("tbody tr")
        expect(rows).to_have_count(5)
        page.get_by_role("button", name="Show All Names").click()
        # nbgrader's order is random
        page.locator("tbody").evaluate(
            """body => body.append(...[...body.rows].sort(
                (a, b) => a.innerText.localeCompare(b.innerText)))"""
        )
        page.locator("table").screenshot(path=pictures / f"{PICTURES[0]}.png")
        page.get_by_role("link", name="Lovelace, Ada").click()
        page.wait_for_load_state("networkidle")  # anything typed earlier is lost
        answer = page.locator(".nbgrader_cell", has=page.locator("#explain_scaling"))
        field = answer.locator("#explain_scaling")
        # formgrader listens once it has filled in its placeholders
        for box in (answer.locator(".extra-credit"), answer.locator("textarea")):
            expect(box).to_have_attribute("placeholder", re.compile("."))
        for box, text in ((field, "1.5"), (answer.locator("textarea"), COMMENT)):
            with page.expect_response(lambda r: r.request.method == "PUT") as kept:
                box.fill(text)
                box.blur()
            assert kept.value.ok
        page.wait_for_timeout(2000)  # the sign “saved” fades
        answer.screenshot(path=pictures / f"{PICTURES[1]}.png")


@pytest.fixture(scope="module")
def clone(tmp_path_factory) -> Clone:
    """The page, followed from its first command to its last."""
    clone = Clone(tmp_path_factory.mktemp("teach"))
    (people,) = re.findall(r":name: class-list\n(.*?)```", PAGE, re.S)
    (clone.folder / "class.csv").write_text(people, "utf-8")
    pictures = IMAGES if os.environ.get("PICTURES") else clone.folder.parent
    active = ""
    for block in COMMANDS:
        if "lernformer grade" in block:
            clone.submit()
        if block == f"lernformer read {SLUG}\n":  # runs until somebody ends it
            grade_by_hand(clone, pictures)
        else:
            clone.run(active + block)
        if "source .venv/bin/activate" in block:
            active = "source .venv/bin/activate\n"
    return clone


def test_the_grades_of_the_class(clone):
    assert len("".join(COMMANDS).splitlines()) <= 10
    with (clone.folder / "grades.csv").open(encoding="utf-8", newline="") as table:
        rows = {row["student_id"]: row for row in csv.DictReader(table)}
    lost = points(SLUG)
    assert {student: float(row["score"]) for student, row in rows.items()} == {
        "ada": FULL + 1.5,  # for the answer in words, by hand
        "bela": FULL - lost["check_softmax"],
        "cleo": FULL - lost["check_merge_heads"],  # whatever calls it is right
        "dora": FULL,
        "emil": FULL,
        "fynn": 0,
    }
    assert rows["bela"]["last_name"] == "Nagy, von Zuhause"
    with (clone.folder / "canvas.csv").open(encoding="utf-8", newline="") as table:
        columns = {row[3]: row[5] for row in csv.reader(table)}
    assert columns["ada"] == str(FULL + 1.5)
    assert columns["fynn"] == ""


def test_feedback_report_and_zip_are_there(clone):
    path = clone.folder / "feedback" / "ada" / SLUG / f"{SLUG}.html"
    text = path.read_text("utf-8")
    assert COMMENT in text
    assert f"Score: {FULL + 1.5:g}" in text
    text = (clone.folder / "report.html").read_text("utf-8")
    assert "<h2>No submission</h2>\n<p><bdi>fynn</bdi></p>" in text
    assert "<strong>unfinished</strong>" in text
    assert (clone.folder / "_build" / "lernformer-students.zip").stat().st_size > 1e5


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_there_and_small_and_described(name, clone):
    path = IMAGES / f"{name}.png"
    assert path.stat().st_size <= LARGEST
    (alt,) = re.findall(rf"!\[([^\]]*)\]\(images/{name}\.png\)", REFERENCE)
    assert len(alt) > 40
    if not os.environ.get("PICTURES"):
        taken = clone.folder.parent / f"{name}.png"
        assert abs(taken.stat().st_size / path.stat().st_size - 1) < 0.5


def test_every_exporter_of_the_page_is_there():
    named = re.findall(r"`lernformer\.grading\.lms\.grade_tables\.(\w+)`", REFERENCE)
    assert sorted(named) == ["Canvas", "Moodle"]
    assert all(
        issubclass(getattr(grade_tables, name), grade_tables.Table) for name in named
    )


def test_a_private_variant(clone):
    """The page's own change: the new answer is right, the old one a named mistake."""
    text = section("sec-own", REFERENCE)
    (change,) = blocks(text, "diff")
    (clone.folder / "winter.diff").write_text(change, "utf-8")
    (commands,) = blocks(text)
    for other in (clone.folder / "solutions").iterdir():
        if other.name != SLUG:  # whose exercises would be made as well
            shutil.rmtree(other)
    # otherwise the package would be the environment's
    active = "source .venv/bin/activate; export PYTHONPATH=$PWD/src\n"
    printed = clone.run(active + commands)
    assert "✗" not in printed
    exercise = clone.folder / "exercises" / SLUG / f"{SLUG}.ipynb"
    assert "2^{s_i}" in exercise.read_text("utf-8")
    old = clone.folder / "old.ipynb"
    old.write_bytes(content(SLUG))
    printed = clone.run(f"{active}lernformer check old.ipynb || true")
    assert re.search(r"✗ softmax +0 of 2", printed)
    assert "This term, the weights are powers of two" in printed
