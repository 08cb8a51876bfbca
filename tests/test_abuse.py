"""What becomes of attacks: submissions that try to cheat, break out or break the run.

Those in `abuse` are graded in one run of stock `nbgrader autograde`, by an unprivileged
user, between two honest ones. With `WALLS=all`, root grades them too, and both do so
again behind Landlock, each in its own run. `make test` hands in one of each kind,
`make test-all` all of them.
"""

import json
import os
import re
import sqlite3
import sys
from collections import Counter
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import numpy as np
import pytest
import unprivileged
from course import Course
from extent import some
from graded import content, exercise, notebook, points

from lernformer import checks
from lernformer.checks.judging import numbers
from lernformer.grading.judge.round import PUBLIC_SEED
from lernformer.grading.judge.seeds import seed_of
from tests.abuse import ATTACKS, NEXT
from tests.abuse.attack import Attack

SLUG = "attention"
HONEST = ("0-honest", "zz-honest")
SECRET = "2a" * 32  # of the hidden cases, which must not be left to luck here
STRANGE = (b"\xff\xfe", b"...", b"[a-z]*", b"what?", b"{0}", b"a\nb")
WITHOUT_BWRAP = ("env", f"PATH={Path(sys.executable).parent}")
WHO = {
    "user": unprivileged.command,
    "root": lambda *words: [*words],
    "user, landlock": partial(unprivileged.command, *WITHOUT_BWRAP),
    "root, landlock": lambda *words: [
        *(*unprivileged.reachable(), *WITHOUT_BWRAP, *words)
    ],
}
QUICK = [
    "--Judge.cell_seconds=1",
    "--Judge.case_seconds=0.7",
    "--Judge.task_seconds=2",
    "--Judge.memory_gb=1",
]

pytestmark = pytest.mark.slow


KINDS = {name.split("_")[0]: name for name in reversed(ATTACKS)}  # the first of each
NAMES = some([*ATTACKS], [*KINDS.values(), NEXT])


def test_there_are_many_and_each_names_cells_and_tasks_that_exist():
    assert len(ATTACKS) >= 120
    cells = {cell.id for cell in notebook(SLUG).cells}
    for attack in ATTACKS.values():
        assert re.fullmatch(r"[A-Z][^\n]+\.", attack.tries)
        assert attack.cells.keys() <= cells
        assert {f"check_{task}" for task in attack.earns or ()} <= points(SLUG).keys()


def hand_in(course: Course, name: str, attack: Attack) -> None:
    made = notebook(SLUG, **attack.cells)
    made.cells[:0] = map(nbformat.v4.new_code_cell, attack.first)
    made.cells += map(nbformat.v4.new_code_cell, attack.last)
    attack.change(made)
    written = json.dumps(made).encode()
    folder = course.hand_in(name, SLUG, written)
    if attack.submit:
        (folder / f"{SLUG}.ipynb").unlink()
        attack.submit(folder, written)


@pytest.fixture(
    scope="module", params=WHO if os.environ.get("WALLS") == "all" else ["user"]
)
def course(request):
    folder = unprivileged.folder()
    course = Course(folder)
    seeds = course.folder / "grading.seeds"
    seeds.write_text(json.dumps({SLUG: {"1": SECRET}}))
    seeds.chmod(0o600)
    course.before = WHO[request.param]
    if "user" in request.param:
        unprivileged.hand_over(folder)
    course.nbgrader("generate_assignment", SLUG)
    for name in (*HONEST, *NAMES):
        if name in HONEST:
            course.hand_in(name, SLUG, content(SLUG))
        else:
            hand_in(course, name, ATTACKS[name])
    for name in STRANGE:
        path = os.path.join(os.fsencode(course.folder), b"submitted", name)
        os.makedirs(os.path.join(path, SLUG.encode()))
    (course.folder / "submitted" / "linked").symlink_to("0-honest")
    if "user" in request.param:
        unprivileged.hand_over(folder)
    course.printed = course.nbgrader("autograde", SLUG, *QUICK)
    course.nbgrader("generate_feedback", SLUG)
    yield course
    unprivileged.remove(folder)


@pytest.fixture(scope="module")
def scores(course) -> dict[str, dict[str, float]]:
    """Points by student and task, as the gradebook has them."""
    with course.gradebook() as book:
        return {
            submission.student.id: {
                grade.name: grade.auto_score
                for grade in submission.notebooks[0].grades
                if grade.name != "explain_scaling"
            }
            for submission in book.assignment_submissions(SLUG)
        }


def test_folders_of_strange_names_are_told_and_end_nothing(course):
    left_out = re.findall(r"Not graded: '(.*)/attention', because", course.printed)
    names = [repr(os.fsdecode(name))[1:-1] for name in STRANGE]
    assert sorted(left_out) == sorted([*names, "linked"])


@pytest.mark.parametrize("name", [*HONEST, *NAMES])
def test_it_earns_what_its_honest_part_earns(name, scores):
    earns = {} if name in HONEST else ATTACKS[name].earns
    if earns is None:
        assert scores[name] == dict.fromkeys(points(SLUG), 0)
    else:
        less = {f"check_{task}": score for task, score in earns.items()}
        assert scores[name] == points(SLUG) | less


def graded(course: Course, name: str) -> nbformat.NotebookNode:
    path = course.folder / "autograded" / name / SLUG / f"{SLUG}.ipynb"
    return nbformat.read(path, as_version=4)


def having(word: str) -> list[str]:
    return [name for name in NAMES if getattr(ATTACKS[name], word)]


@pytest.mark.parametrize("name", having("says"))
def test_the_student_can_read_why(name, course):
    text = course.page(name, SLUG)
    for says in ATTACKS[name].says:
        assert any(words in text for words in says.split(" | "))


@pytest.mark.parametrize("name", having("hides"))
def test_what_the_page_must_not_tell(name, course):
    answers = [c for c in graded(course, name).cells if c.metadata.get("nbgrader")]
    outputs = [output for cell in answers for output in cell.get("outputs", [])]
    assert outputs
    assert not [words for words in ATTACKS[name].hides if words in str(outputs)]


@pytest.mark.parametrize("name", having("shows"))
def test_what_it_found_out(name, course):
    outputs = [c.get("outputs", []) for c in graded(course, name).cells]
    each = [output for cell in outputs for output in cell]
    texts = [output.get("text", "") for output in each]
    texts += [line for output in each for line in output.get("traceback", [])]
    for shows in ATTACKS[name].shows:
        assert any(words in text for words in shows.split(" | ") for text in texts)


@pytest.mark.parametrize("name", [*HONEST, *NAMES])
def test_nobody_gets_hidden_cases_to_see(name, course):
    text = course.page(name, SLUG)
    secret = bytes.fromhex(
        json.loads((course.folder / "grading.seeds").read_text())[SLUG]["1"]
    )
    for question in exercise(SLUG).questions.values():
        seed = seed_of(secret, question.task)
        assert str(seed) not in text
    task = checks.task(f"{SLUG}.softmax")
    hidden, public = (
        {
            words
            for case in task.cases(np.random.default_rng(seed))
            for words in quotes(case)
        }
        for seed in (seed_of(secret, task.id), PUBLIC_SEED)
    )
    assert len(hidden - public) > 20
    assert not [words for words in hidden - public if words in text]


def quotes(case) -> list[str]:
    """The ways in which a page could show the rows of a case's input."""
    rows = case.inputs["scores"].reshape(-1, case.inputs["scores"].shape[-1])
    return [words for row in rows for words in (repr(row.tolist()), numbers(row))]


class Parts(HTMLParser):
    """What could run or be loaded in a page, and how often."""

    def __init__(self, text: str):
        super().__init__()
        self.found = Counter()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "img" and "src" not in dict(attributes):
            return  # its place is empty
        if tag in ("script", "iframe", "object", "embed", "img", "svg", "base", "form"):
            self.found[tag] += 1
        for name, value in attributes:
            if name.startswith("on"):
                self.found[name] += 1
            if (value or "").strip().lower().startswith(("javascript", "data:text")):
                self.found[value] += 1


RUNNING = [name for name in NAMES if "script" in name or "picture" in name]


@pytest.mark.parametrize("name", RUNNING)
def test_nothing_of_a_students_runs_in_the_page(name, course):
    pages = course.page(name, SLUG), course.page(HONEST[0], SLUG)
    theirs, honest = (Parts(page).found for page in pages)
    assert theirs == honest


def test_pages_and_notebooks_stay_small(course):
    for name in NAMES:
        for folder in ("autograded", "feedback"):
            for path in (course.folder / folder / name).rglob("*.*"):
                assert path.stat().st_size < 5_000_000, path


def test_links_lead_nowhere(course):
    for folder in ("autograded", "feedback"):
        found = list((course.folder / folder).rglob("*"))
        assert not [path for path in found if path.is_symlink()]
        names = {path.name for path in found if path.is_file()}
        notes = {"timestamp.txt", "submission_secret.txt"}
        assert names <= {f"{SLUG}.ipynb", f"{SLUG}.html"} | notes


def test_the_gradebook_was_written_by_nobody_else(course):
    database = sqlite3.connect(course.folder / "gradebook.db")
    found = database.execute("SELECT count(*) FROM grade WHERE auto_score = 99")
    assert found.fetchone() == (0,)
    database.close()


@pytest.mark.parametrize("name", ["grading.seeds", "gradebook.db"])
def test_grades_and_seeds_can_be_read_by_their_owner_alone(name, course):
    assert (course.folder / name).stat().st_mode & 0o777 == 0o600
