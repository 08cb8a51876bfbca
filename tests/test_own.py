"""Your own assignment, with plain asserts: in a real gradebook, nobody is lost."""

import csv
import json
import re
from pathlib import Path

import nbformat
import pytest
from course import Course
from unprivileged import needs_bubblewrap

pytestmark = [pytest.mark.slow, needs_bubblewrap]


def cell(name: str, kind: str = "", **about) -> str:
    """The first line of a cell that nbgrader knows."""
    known = {"schema_version": 3, "task": False, "grade_id": name} | about
    return f"# %% {kind}nbgrader={json.dumps(known)}\n"


CHECK = {"grade": True, "locked": True, "points": 2, "solution": False}
ASKS = {"grade": True, "locked": False, "points": 3, "solution": True}
PROJECT = f"""\
# %% [markdown]
# # A project

{cell("square", grade=False, locked=False, solution=True)}def square(x):
    ### BEGIN SOLUTION
    return x * x
    ### END SOLUTION

{cell("check_square", **CHECK)}import warnings
warnings.warn("a warning is no error")
assert square(3) == 9

{cell("check_data", **CHECK)}\
float(open("data.csv").read()) if square(2) == 4 else 0.5

{cell("why", "[markdown] ", **ASKS)}# YOUR ANSWER: because.
"""
# by student, the content of the answer's cell, and the points of both checks
CLASS = {
    "right": ("def square(x):\n    return x * x", 4),
    "wrong": ("def square(x):\n    return x * 7", 0.5),
    "endless": ("while True:\n    pass", 0),
    "ends": ("import os\nos._exit(0)", 0),
    "thief": ("def square(x):\n    return len(open({book!r}).read())", 0),
    "garbage": (None, 0),
    "missing": ("", 0),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    course = Course(tmp_path_factory.mktemp("own"))
    place = course.folder / "solutions" / "project"
    place.mkdir()
    course.script = place / "project.py"
    course.script.write_text(PROJECT, "utf-8")
    (place / "data.csv").write_text("2", "utf-8")
    settings = course.folder / "nbgrader_config.py"
    limit = "\nget_config().Execute.timeout = 3  # noqa: F821\n"
    settings.write_text(settings.read_text("utf-8") + limit, "utf-8")
    course.nbgrader("generate_assignment", "project")
    released = course.folder / "exercises" / "project" / "project.ipynb"
    for student, (answer, _) in CLASS.items():
        there = course.folder / "submitted" / student / "project"
        there.mkdir(parents=True)
        if answer is None:
            (there / "project.ipynb").write_text("no notebook", "utf-8")
        elif answer:
            notebook = nbformat.read(released, as_version=4)
            for cell in notebook.cells:
                if cell.id == "square":
                    book = repr(str(course.folder / "gradebook.db"))
                    cell.source = answer.replace("{book!r}", book)
                elif cell.id == "why":
                    cell.source = "because <script>alert(1)</script>"
            nbformat.write(notebook, there / "project.ipynb")
    course.graded = course.lernformer("grade", "project", "--report", "report.html")
    course.nbgrader("generate_feedback", "project")
    course.nbgrader("export")
    return course


def test_a_students_notebook_has_nothing_of_the_courses_checks(course):
    text = (course.folder / "exercises/project/project.ipynb").read_text("utf-8")
    assert "status()" not in text
    assert "BEGIN SOLUTION" not in text
    assert "raise NotImplementedError" in text


def test_everybody_has_the_points_of_the_asserts(course):
    with (course.folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    earned = {student: float(rows[student]["score"]) for student in CLASS}
    assert earned == {student: points for student, (_, points) in CLASS.items()}
    waiting = {name for name, row in rows.items() if row["not_graded_yet"] == "3.0"}
    assert waiting == {"right", "wrong", "endless", "ends", "thief"}


def test_feedback_and_report_say_what_was_wrong(course):
    def page(student):
        return Path(course.folder, "feedback", student, "project/project.html")

    assert "process ended before this cell" in page("ends").read_text("utf-8")
    assert "nothing could be graded" in page("garbage").read_text("utf-8")
    assert "<script>alert" not in page("right").read_text("utf-8")
    assert "No such file" in page("thief").read_text("utf-8")
    report = (course.folder / "report.html").read_text("utf-8")
    assert "there is no project.ipynb among the files" in report


def test_it_is_graded_once(course):
    graded = course.folder / "autograded/right/project/project.ipynb"
    before = graded.read_bytes()
    course.lernformer("grade", "project", "--student", "right")
    assert graded.read_bytes() == before


def test_a_solution_that_does_not_earn_its_points_stops_it(course):
    course.script.write_text(PROJECT.replace("x * x", "x * 5"), "utf-8")
    printed = course.lernformer("grade", "project", "--force", fails=True)
    assert "check_square 0 instead of 2" in printed
    course.script.write_text(PROJECT, "utf-8")


def test_a_notebook_asks_all_of_its_graded_cells_or_none(course):
    check = 'check("attention.softmax", square)'
    mixed = PROJECT.replace("assert square(3) == 9", check)
    released = course.folder / "exercises/project/project.ipynb"
    before = released.read_bytes()
    course.script.write_text(mixed, "utf-8")
    printed = course.nbgrader("generate_assignment", "project", fails=True)
    assert re.search("'check_data' must ask one task", printed)
    assert released.read_bytes() == before
    course.script.write_text(PROJECT, "utf-8")


def test_a_task_without_a_cell_for_its_answer_is_refused(course):
    script = course.folder / "solutions" / "essay" / "essay.py"
    script.parent.mkdir()
    about = {"grade": False, "points": 1, "solution": False, "locked": True}
    text = cell("essay", "[markdown] ", **about | {"task": True}) + "# Write."
    script.write_text(text, "utf-8")
    printed = course.nbgrader("generate_assignment", "essay", fails=True)
    assert "manually graded answer" in printed
