"""A chapter from its script to the exported table, for a class of three.

One student has everything right, one left the stubs, and one made some mistakes. The
scores in the gradebook are those that `checks.run` gives to the same answers on the
class's cases, which slightly affect what a partly wrong answer earns.
"""

import json
import math
import re
from importlib import import_module
from pathlib import Path

import pytest
from course import SLUGS, Course
from extent import some
from graded import content, points, solution
from torch import Tensor

from lernformer import checks
from lernformer.grading.judge.seeds import NAME, seed_of

pytestmark = pytest.mark.slow

CHAPTERS = some(SLUGS, ["masking"])

# Edits of the right answers that leave part of the points, or none. The chapter's right
# answers call some of these and don't pay for it. The wrong `shift_matrix` works
# without the student's own wrong frequencies.
EDITS = re.findall(
    r"^(\w+)\.(\w+): (.*) →(?: (.*))?$",
    Path(__file__).with_name("scores.txt").read_text("utf-8"),
    re.M,
)
PLANTED = {slug: {n: edit for s, n, *edit in EDITS if s == slug} for slug in SLUGS}

# what the notebooks import and the chapters' modules may not
NAMES = {"__name__": "student", "Tensor": Tensor, "math": math}


def planted(slug: str) -> dict[str, str]:
    """The code of a chapter's wrong answers, by the name of the task."""
    right = {cell.id: cell.source for cell in solution(slug).cells}
    made = {n: right[n].replace(*edit) for n, edit in PLANTED[slug].items()}
    assert all(code != right[name] for name, code in made.items())
    return made


def earned(course: Course, slug: str, student: str) -> dict[str, float]:
    """The points that `checks.run` gives, by check cell."""
    if student == "untouched":
        return dict.fromkeys(points(slug), 0.0)
    scores = dict.fromkeys(points(slug), 1.0)
    if student == "wrong":
        drawn = json.loads((course.folder / NAME).read_text("utf-8"))
        (secret,) = map(bytes.fromhex, drawn[slug].values())  # of the one term
        for name, code in planted(slug).items():
            memory = vars(import_module(f"lernformer.{slug}")) | NAMES
            exec(code, memory)
            task = f"{slug}.{name}"
            verdict = checks.run(task, memory[name], seed_of(secret, task))
            scores[f"check_{name}"] = verdict.score
    return {name: scores[name] * worth for name, worth in points(slug).items()}


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    course = Course(tmp_path_factory.mktemp("scores"))
    for slug in CHAPTERS:
        course.nbgrader("generate_assignment", slug)
        exercise = course.folder / "exercises" / slug / f"{slug}.ipynb"
        handed_in = {
            "right": content(slug),
            "untouched": exercise.read_bytes(),
            "wrong": content(slug, **planted(slug)),
        }
        for student, notebook in handed_in.items():
            course.hand_in(student, slug, notebook)
        course.nbgrader("autograde", slug)
        course.nbgrader("generate_feedback", slug)
    course.nbgrader("export")
    return course


@pytest.mark.parametrize("slug", CHAPTERS)
@pytest.mark.parametrize("student", ["right", "untouched", "wrong"])
def test_the_gradebook_holds_what_the_checks_say(course, slug, student):
    want = earned(course, slug, student)
    with course.gradebook() as book:
        graded = book.find_submission_notebook(slug, slug, student)
        scores = {grade.name: grade.auto_score for grade in graded.grades}
    assert {name: scores[name] for name in want} == pytest.approx(want, abs=0.01)
    if student == "wrong":
        lost = {n for n, worth in points(slug).items() if want[n] < worth}
        assert lost == {f"check_{name}" for name in PLANTED[slug]}
    page = course.page(student, slug)
    if student == "untouched":
        assert "not written yet" in page
    if student == "wrong" and slug != "transformer":  # whose stacks call stand-ins
        blamed = re.findall("itself is right, but not yet with your own (\\w+)", page)
        assert blamed
        assert set(blamed) <= PLANTED[slug].keys()


def test_the_exported_table_holds_the_sums(course):
    rows = [row for row in course.grades() if row["assignment"] in CHAPTERS]
    assert len(rows) == 3 * len(CHAPTERS)
    for row in rows:
        want = earned(course, row["assignment"], row["student_id"]).values()
        assert float(row["score"]) == pytest.approx(sum(want), abs=0.02)
