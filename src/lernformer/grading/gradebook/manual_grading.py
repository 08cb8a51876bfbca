"""Collects all answers to a question, and enters the points that a person gives them.

Equal answers are grouped, so you read "I do not know" only once, even if 30 students
wrote it. Empty answers are grouped too. Points and comments are entered in the
gradebook the same way formgrader does it.
"""

import math
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import nbformat
from nbgrader import api
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.orm import Query

from lernformer.grading.judge import grading_record


@dataclass(frozen=True)
class Question:
    """A cell with an answer that a person reads."""

    assignment: str
    notebook: str
    cell: str
    points: float
    answers: int = 0  # the number of answers, including empty ones
    unread: int = 0  # the number of answers that nobody has graded yet


@dataclass(frozen=True)
class Answer:
    """A student's answer to a question."""

    student: str
    text: str
    points: float | None  # the points given; ``None`` until somebody has read it
    comment: str
    # whether it was left as handed out, which earns 0 automatically
    untouched: bool = False


@dataclass(frozen=True)
class Group:
    """Equal answers that have the same points and comment so far."""

    answers: tuple[Answer, ...]

    @property
    def first(self) -> Answer:
        return self.answers[0]

    @property
    def students(self) -> list[str]:
        return [answer.student for answer in self.answers]

    @property
    def empty(self) -> bool:
        return not plain(self.first.text)


class ChangedMeanwhile(ValueError):
    """Somebody has entered something else since the page was shown."""


def questions(book: api.Gradebook, assignment: str = "") -> list[Question]:
    """Return the questions that a person has to grade.

    Without the name of an assignment, return the questions in all assignments.
    """
    found = []
    for work in book.assignments:
        for notebook in work.notebooks if assignment in ("", work.name) else ():
            answered = {cell.name for cell in notebook.solution_cells}
            for cell in notebook.grade_cells:
                if cell.name in answered:
                    points = float(cell.max_score)
                    one = Question(work.name, notebook.name, cell.name, points)
                    waits = [waits for _, _, waits, _ in _grades(book, one)]
                    found.append(replace(one, answers=len(waits), unread=sum(waits)))
    return found


def answers(
    book: api.Gradebook, course: CourseDirectory, one: Question
) -> list[Answer]:
    """Return everybody's answers, sorted by student."""
    rows = by_student(book, api.Comment, api.Comment.comment)
    rows = rows.join(api.SolutionCell, api.Comment.cell_id == api.SolutionCell.id)
    rows = rows.filter(api.SolutionCell.name == one.cell, _in(book, one))
    comments = {student: comment or "" for student, comment in rows}
    return [
        Answer(
            student,
            _text(course, one, student),
            None if waits else float(score or 0),
            comments.get(student, ""),
            untouched=not waits and by_hand is None,
        )
        for student, score, waits, by_hand in sorted(_grades(book, one))
    ]


def _grades(book: api.Gradebook, one: Question) -> list:
    columns = api.Grade.score, api.Grade.needs_manual_grade, api.Grade.manual_score
    found = by_student(book, api.Grade, *columns)
    found = found.join(api.GradeCell, api.Grade.cell_id == api.GradeCell.id)
    return list(found.filter(api.GradeCell.name == one.cell, _in(book, one)))


def by_student(book: api.Gradebook, table: Any, *columns: Any) -> Query:
    """Return a query for each student's grades or comments, with the given columns."""
    work, notebook = api.SubmittedAssignment, api.SubmittedNotebook
    return (
        book.db.query(work.student_id, *columns)
        .select_from(table)
        .join(notebook, table.notebook_id == notebook.id)
        .join(work, notebook.assignment_id == work.id)
    )


def _in(book: api.Gradebook, one: Question) -> Any:
    notebook = book.find_notebook(one.notebook, one.assignment)
    return api.SubmittedNotebook.notebook_id == notebook.id


def _text(course: CourseDirectory, one: Question, student: str) -> str:
    folder = Path(course.root, course.autograded_directory, student, one.assignment)
    _, cells = grading_record.read(folder / f"{one.notebook}.ipynb")
    for cell in cells:
        if cell.get("metadata", {}).get("nbgrader", {}).get("grade_id") == one.cell:
            return "".join(cell["source"])
    return ""


def texts(course: CourseDirectory, one: Question) -> tuple[str, str]:
    """Return the question and the course's own answer with its rubric."""
    folder = Path(course.root, course.source_directory, one.assignment)
    path = folder / f"{one.notebook}.ipynb"
    if not path.exists():
        return "", ""
    cells = nbformat.read(path, as_version=4).cells
    names = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in cells]
    if one.cell not in names:
        return "", ""
    place = names.index(one.cell)
    before = [cell for cell in cells[:place][-1:] if cell.cell_type == "markdown"]
    return "".join(cell.source for cell in before), cells[place].source


def plain(text: str) -> str:
    """Return only the words, so that layout and case don't make answers differ."""
    words = unicodedata.normalize("NFKC", text).casefold().split()
    return " ".join(words).rstrip(" .!")


def groups(found: Sequence[Answer], apart: bool = False) -> list[Group]:
    """Group equal answers. Unread groups come first, and large groups before small.

    With ``apart``, each answer becomes a group of its own.
    """
    same: dict[tuple, list[Answer]] = defaultdict(list)
    for one in found:
        who = one.student if apart else ""
        key = plain(one.text), one.points, one.comment, one.untouched, who
        same[key].append(one)
    return sorted(
        (Group(tuple(members)) for members in same.values()),
        key=lambda group: (
            group.first.points is not None,
            not group.empty,
            -len(group.answers),
            plain(group.first.text),
            group.students,
        ),
    )


def enter(
    book: api.Gradebook,
    one: Question,
    students: Sequence[str],
    points: float | None,
    comment: str,
    seen: tuple[float | None, str],
) -> float | None:
    """Give some students points and a comment: either all of these students or none.

    If ``points`` is ``None``, their existing points are removed. ``seen`` is what the
    page showed for these students. Return the points that they have now, in the same
    form as in `Answer`.

    Raises:
        ValueError: if that many points are impossible, or a student has no answer.
        ChangedMeanwhile: if the gradebook no longer matches what the page showed.
    """
    if points is not None and not (math.isfinite(points) and 0 <= points <= one.points):
        raise ValueError(f"points must lie in 0 … {one.points:g}, got {points:g}")
    where = one.cell, one.notebook, one.assignment
    changes = []
    for student in students:
        grade = book.find_grade(*where, student)
        existing = book.find_comment(*where, student)
        if (_given(grade), existing.comment or "") != seen:
            raise ChangedMeanwhile(
                f"{student} has different points or a different comment now; load the "
                "page again"
            )
        changes.append((grade, existing))
    for grade, existing in changes:
        grade.manual_score = points
        grade.needs_manual_grade = points is None and grade.auto_score is None
        existing.manual_comment = comment.strip() or None
    book.db.commit()
    return _given(changes[0][0]) if changes else points


def _given(grade: api.Grade) -> float | None:
    return None if grade.needs_manual_grade else float(grade.score)
