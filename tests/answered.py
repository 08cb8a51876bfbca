"""A course whose class has answered a question, before anybody has read the answers."""

import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from lernformer.grading.gradebook.manual_grading import Question

SLUG = "attention"
QUESTION = Question(SLUG, SLUG, "explain", 2.0)
KNOWN = {"nbgrader": {"grade_id": "explain"}}
ANSWERS = {
    "ada": "The  variance grows.",
    "bela": "the variance\ngrows",
    "cleo": "",
    "dora": " \n",
    "emil": "No idea: $d_k$ <script>window.hit = 1</script>",
    "fynn": "Because.",
}


def course(root: Path) -> CourseDirectory:
    config = Config()
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.db_url = f"sqlite:///{root / 'gradebook.db'}"
    config.CourseDirectory.source_directory = "solutions"
    return CourseDirectory(config=config)


@pytest.fixture(scope="session")
def answered(tmp_path_factory) -> Path:
    """The folder with the gradebook; in fynn's cell, nothing had changed."""
    root = tmp_path_factory.mktemp("answered")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nbgrader.api.get_alembic_version", lambda: "0")
        fill(root)
    return root


@pytest.fixture
def copied(answered, tmp_path) -> CourseDirectory:
    """A copy of that course for one test."""
    shutil.copytree(answered, tmp_path, dirs_exist_ok=True)
    return course(tmp_path)


def fill(root: Path) -> None:
    made = course(root)
    with Gradebook(made.db_url, made.course_id) as book:
        book.add_assignment(SLUG)
        book.add_notebook(SLUG, SLUG)
        for name, kind, points in (("check", "code", 5), ("explain", "markdown", 2)):
            book.add_grade_cell(name, SLUG, SLUG, max_score=points, cell_type=kind)
        book.add_solution_cell("explain", SLUG, SLUG)
        for student in ANSWERS:
            book.add_student(student, first_name=student.title(), last_name="<i>")
            book.add_submission(SLUG, student)
            notebook = book.find_submission_notebook(SLUG, SLUG, student)
            for grade in notebook.grades:
                if grade.name == "check" or student == "fynn":
                    grade.auto_score = 5.0 if grade.name == "check" else 0.0
                    grade.needs_manual_grade = False
            book.db.commit()
    for student, text in ANSWERS.items():
        write(root / "autograded" / student, new_markdown_cell(text, metadata=KNOWN))
    asks = new_markdown_cell("## Why?")
    write(
        root / "solutions", asks, new_markdown_cell("$d_k$ **grows**", metadata=KNOWN)
    )


def write(folder: Path, *cells) -> None:
    path = folder / SLUG / f"{SLUG}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(new_notebook(cells=[*cells]), path)
