"""An overview of the course: each student in each chapter that anybody handed in.

Points are shown after any late penalty. If somebody still has to read the work, it is
shown as waiting rather than as 0 points. If it was not handed in, it is shown as
missing rather than as 0, because it may still be on a platform.
"""

import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from nbgrader import api
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import func

from lernformer import CHAPTERS
from lernformer.grading.gradebook.lateness import hours_late

MISSED = 2  # after this many in a row, somebody should ask what is wrong


@dataclass(frozen=True)
class Stand:
    """A student's work in one chapter."""

    points: float = 0.0  # the points for everything that has been judged
    waiting: float = 0.0  # the points that a person still has to decide on
    # hours after the due date, including the student's own extension
    hours_late: float = 0.0
    # addresses of the feedback pages, relative to the report
    feedback: tuple[str, ...] = ()
    graded: bool = True  # ``False`` if the work is there but has not been graded yet


@dataclass(frozen=True)
class Row:
    """A student's row. ``standings`` has no entry for missing work."""

    student: str
    name: str
    standings: dict[str, Stand]

    @property
    def points(self) -> float:
        return sum(one.points for one in self.standings.values())

    @property
    def waiting(self) -> float:
        return sum(one.waiting for one in self.standings.values())


@dataclass(frozen=True)
class Overview:
    """All students in all chapters."""

    # the chapters that anybody has handed in, in the course's order
    chapters: tuple[str, ...]
    points: dict[str, float]
    rows: tuple[Row, ...]

    @property
    def total(self) -> float:
        return sum(self.points[chapter] for chapter in self.chapters)

    @property
    def silent(self) -> list[Row]:
        """Students who handed in none of the last ``MISSED`` chapters."""
        last = self.chapters[-MISSED:]
        if len(last) < MISSED:
            return []
        return [row for row in self.rows if not any(x in row.standings for x in last)]


def read_overview(
    book: api.Gradebook, course: CourseDirectory, start: Path
) -> Overview:
    """Read all students' progress, with links to feedback relative to ``start``."""
    assignments = {work.name: work for work in book.assignments}
    points = {name: float(work.max_score) for name, work in assignments.items()}
    notebooks = {
        work.name: [one.name for one in work.notebooks] for work in book.assignments
    }
    standings: dict[str, dict[str, Stand]] = defaultdict(dict)
    judged, waiting = sums(book)
    penalties = _penalties(book)
    sent = api.SubmittedAssignment
    columns = sent.id, sent.student_id, sent.timestamp, sent.extension
    by_id = {work.id: work for work in assignments.values()}
    for row in book.db.query(sent.assignment_id, *columns):
        assignment, key, student, stamp, extension = row
        work = by_id[assignment]
        folder = Path(course.root, course.feedback_directory, student, work.name)
        pages = [folder / f"{name}.html" for name in notebooks[work.name]]
        standings[student][work.name] = Stand(
            max(0.0, judged.get(key, 0.0) - penalties.get(key, 0.0)),
            waiting.get(key, 0.0),
            hours_late(work.duedate, stamp, extension),
            tuple(_address(page, start) for page in pages if page.exists()),
            key in judged,
        )
    people = {student.id: student for student in book.students}
    submitted = Path(course.root, course.submitted_directory)
    for student in people:
        for name in assignments:
            if (submitted / student / name).is_dir():
                standings[student].setdefault(name, Stand(graded=False))
    given = {name for theirs in standings.values() for name in theirs}
    order = [name for name in (*CHAPTERS, *sorted(assignments)) if name in given]
    lines = []
    for student, one in sorted(people.items()):
        name = " ".join(filter(None, (one.first_name, one.last_name)))
        lines.append(Row(student, name, standings[student]))
    return Overview(tuple(dict.fromkeys(order)), points, tuple(lines))


def sums(book: api.Gradebook) -> tuple[dict[str, float], dict[str, float]]:
    """Return the points given and the points still undecided, keyed by submission."""
    # We query columns, because nbgrader's objects take half a minute for 120 students.
    rows = (
        book.db.query(
            api.SubmittedNotebook.assignment_id,
            api.Grade.needs_manual_grade,
            func.sum(api.Grade.score),
            func.sum(api.GradeCell.max_score),
        )
        .select_from(api.Grade)
        .join(api.SubmittedNotebook, api.Grade.notebook_id == api.SubmittedNotebook.id)
        .join(api.GradeCell, api.Grade.cell_id == api.GradeCell.id)
        .group_by(api.SubmittedNotebook.assignment_id, api.Grade.needs_manual_grade)
    )
    judged: dict[str, float] = {}
    waiting: dict[str, float] = {}
    for key, waits, score, most in rows:
        judged[key] = judged.get(key, 0.0) + float(score or 0)
        if waits:
            waiting[key] = float(most)
    return judged, waiting


def _penalties(book: api.Gradebook) -> dict[str, float]:
    rows = book.db.query(
        api.SubmittedNotebook.assignment_id,
        func.sum(api.SubmittedNotebook.late_submission_penalty),
    ).group_by(api.SubmittedNotebook.assignment_id)
    return {key: float(penalty or 0) for key, penalty in rows}


def _address(page: Path, start: Path) -> str:
    return quote(Path(os.path.relpath(page, start)).as_posix())
