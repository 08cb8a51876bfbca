"""Submissions that try to cheat, to break out, or to break the run.

Each file in `abuse` is one submission and says what it tries. They are graded in one
run of stock `nbgrader autograde`, by an unprivileged user, between two honest ones.
With `WALLS=all`, root grades them too, and both do so again behind Landlock, each in
its own run. The first word of a file's name is its kind. `make test` hands in one of
each kind, `make test-all` all of them. What a file may hold:

- `CELLS`: other sources for cells, by name; the rest of the notebook is right.
- `FIRST`, `LAST`: cells to add.
- `change(notebook)`: whatever else is to be done to the notebook.
- `submit(folder, content)`: hands in the notebook's bytes in its own way.
- `LOST`: points by task, where some are lost; "all" earns nothing.
- `SAYS`: words in the feedback of a lost task; `SHOWS`: words that a cell shows. Either
  may list alternatives, because walls differ and the machine may be busy.
  `HIDES`: words that the feedback must not hold.
"""

import importlib.util
import json
import os
import re
import sqlite3
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import numpy as np
import pytest
import unprivileged
from course import Course
from extent import some
from graded import content, exercise, notebook, points
from nbgrader.api import Gradebook

from lernformer import checks
from lernformer.checks.judging import numbers
from lernformer.grading.judge.scoring import PUBLIC_SEED
from lernformer.grading.judge.seeds import seed_of

SLUG = "attention"
HERE = Path(__file__).parent / "abuse"
ALL = sorted(path.stem for path in HERE.glob("*.py"))
HONEST = ("0-honest", "zz-honest")
SECRET = "2a" * 32  # of the hidden cases, which must not be left to luck here
STRANGE = (b"\xff\xfe", b"...", b"[a-z]*", b"what?", b"{0}", b"a\nb")
WHO = {
    "user": unprivileged.command,
    "root": lambda *words: list(words),
    "user, landlock": lambda *words: unprivileged.command(*WITHOUT_BWRAP, *words),
    "root, landlock": lambda *words: [
        *unprivileged.reachable(),
        *WITHOUT_BWRAP,
        *words,
    ],
}
WITHOUT_BWRAP = ("env", f"PATH={Path(sys.executable).parent}")
QUICK = [
    "--Judge.cell_seconds=2",
    "--Judge.case_seconds=1.5",
    "--Judge.task_seconds=4",
    "--Judge.memory_gb=1",
]

pytestmark = pytest.mark.slow


def load(name: str):
    spec = importlib.util.spec_from_file_location(f"abuse_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ABUSES = {name: load(name) for name in ALL}
KINDS = {name.split("_")[0]: name for name in reversed(ALL)}  # one of each
NAMES = some(ALL, sorted(KINDS.values()))


def test_there_are_many_and_each_says_what_it_tries():
    assert len(ALL) >= 40
    for module in ABUSES.values():
        assert re.fullmatch(r"[A-Z][^\n]+\.", module.__doc__)


def hand_in(folder: Path, module) -> None:
    made = notebook(SLUG, **getattr(module, "CELLS", {}))
    for name, place in (("FIRST", 0), ("LAST", len(made.cells) + 1)):
        if hasattr(module, name):
            cell = nbformat.v4.new_code_cell(getattr(module, name), id=name.lower())
            made.cells.insert(place, cell)
    getattr(module, "change", lambda made: None)(made)
    written = json.dumps(made).encode()
    if hasattr(module, "submit"):
        module.submit(folder, written)
    else:
        (folder / f"{SLUG}.ipynb").write_bytes(written)


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
        submitted = course.folder / "submitted" / name / SLUG
        submitted.mkdir(parents=True)
        if name in HONEST:
            (submitted / f"{SLUG}.ipynb").write_bytes(content(SLUG))
        else:
            hand_in(submitted, ABUSES[name])
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
    url = f"sqlite:///{course.folder / 'gradebook.db'}"
    with Gradebook(url, "lernformer") as book:
        found = {
            submission.student.id: {
                grade.name: grade.auto_score
                for grade in submission.notebooks[0].grades
                if grade.name != "explain_scaling"
            }
            for submission in book.assignment_submissions(SLUG)
        }
    book.engine.dispose()
    return found


def expected(name: str) -> dict[str, float]:
    lost = getattr(ABUSES.get(name), "LOST", {})
    if lost == "all":
        return dict.fromkeys(points(SLUG), 0)
    return points(SLUG) | {f"check_{task}": score for task, score in lost.items()}


def test_folders_of_strange_names_are_told_and_end_nothing(course):
    told = re.findall(r"Not graded: '(.*)/attention', because", course.printed)
    names = [repr(os.fsdecode(name))[1:-1] for name in STRANGE]
    assert sorted(told) == sorted([*names, "linked"])


@pytest.mark.parametrize("name", [*HONEST, *NAMES])
def test_it_earns_what_its_honest_part_earns(name, scores):
    assert scores[name] == expected(name)


def graded(course: Course, name: str) -> nbformat.NotebookNode:
    path = course.folder / "autograded" / name / SLUG / f"{SLUG}.ipynb"
    return nbformat.read(path, as_version=4)


def page(course: Course, name: str) -> str:
    path = course.folder / "feedback" / name / SLUG / f"{SLUG}.html"
    return path.read_text("utf-8")


def either(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words


SAYING = [name for name in NAMES if hasattr(ABUSES[name], "SAYS")]


@pytest.mark.parametrize("name", SAYING)
def test_the_student_can_read_why(name, course):
    text = page(course, name)
    assert any(words in text for words in either(ABUSES[name].SAYS))


HIDING = [name for name in NAMES if hasattr(ABUSES[name], "HIDES")]


@pytest.mark.parametrize("name", HIDING)
def test_what_the_page_must_not_tell(name, course):
    answers = [c for c in graded(course, name).cells if c.metadata.get("nbgrader")]
    told = [output for cell in answers for output in cell.get("outputs", [])]
    assert told
    assert ABUSES[name].HIDES not in str(told)


SHOWING = [name for name in NAMES if hasattr(ABUSES[name], "SHOWS")]


@pytest.mark.parametrize("name", SHOWING)
def test_what_it_found_out(name, course):
    outputs = [c.get("outputs", []) for c in graded(course, name).cells]
    each = [output for cell in outputs for output in cell]
    texts = [output.get("text", "") for output in each]
    texts += [line for output in each for line in output.get("traceback", [])]
    shows = either(ABUSES[name].SHOWS)
    assert any(words in text for words in shows for text in texts), texts


@pytest.mark.parametrize("name", [*HONEST, *NAMES])
def test_nobody_gets_hidden_cases_to_see(name, course):
    text = page(course, name)
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
            for words in told(case)
        }
        for seed in (seed_of(secret, task.id), PUBLIC_SEED)
    )
    assert len(hidden - public) > 20
    assert not [words for words in hidden - public if words in text]


def told(case) -> list[str]:
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
    assert Parts(page(course, name)).found == Parts(page(course, HONEST[0])).found


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
