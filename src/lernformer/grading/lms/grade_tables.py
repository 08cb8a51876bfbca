"""Tables of grades, which `nbgrader export` writes.

To choose a table, name its class in the command:

    nbgrader export --exporter=lernformer.grading.lms.grade_tables.Canvas

Without this option, `nbgrader export` writes `Grades`, which has nbgrader's own
columns. Unlike in nbgrader's own file, names with commas or quotes stay in one field.

`Canvas` and `Moodle` write tables for these platforms to import. We couldn't test them
on either platform. The formats come from the platforms' parsers (gradebook_importer.rb
in Canvas, grade/import/csv in Moodle) and from their documentation of grade import.

A spreadsheet may mistake a name for a formula. So we put a "'" in front of anything
that starts like a formula (OWASP, "CSV Injection"). We do this even within a field,
because a spreadsheet may split the field there. Every field is quoted. Files are saved
as UTF-8, and a file is either written completely or not at all.
"""

import csv
import io
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from nbgrader.api import Assignment, Gradebook, Student, SubmittedAssignment
from nbgrader.plugins import ExportPlugin

from lernformer import atomic
from lernformer.grading.gradebook import unexpected_files
from lernformer.grading.judge import versions
from lernformer.grading.pages.overview import sums

# OWASP's list of signs that start a formula (also in full width) or are skipped.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
BEGINS = re.compile(rf"(?:^|(?<=[,;\t\r\n\"]))(?=[{re.escape(''.join(FORMULA))}])")
Row = list[str | float | None]
Submissions = dict[str, SubmittedAssignment]  # for one assignment, keyed by student


class Table(ExportPlugin):
    """A table of grades.

    nbgrader's option `--to` names the file. `--student` and `--assignment` limit what
    the table contains.
    """

    file = ""
    waiting = "their field is empty, not a grade of 0."

    def export(self, gradebook: Gradebook) -> None:
        """Write the table, or say why it cannot be written."""
        self.book = gradebook
        people = [s for s in gradebook.students if chosen(s.id, self.student)]
        works = {
            work: {s.student_id: s for s in gradebook.assignment_submissions(work.name)}
            for work in gradebook.assignments
            if chosen(work.name, self.assignment)
        }
        rows, to = list(self.rows(people, works)), self.to or self.file
        try:
            atomic.write(Path(to), as_csv([map(harmless, row) for row in rows]))
        except ValueError as error:
            sys.exit(str(error))
        self.log.info("Wrote %s", to)
        given = [one for handed_in in works.values() for one in handed_in.values()]
        if wait := sum(one.needs_manual_grade for one in given):
            self.log.warning(
                "A person must read %d submissions: %s", wait, self.waiting
            )
        if self.parent is not None:  # the command, which knows the course
            for stray in unexpected_files.strays(gradebook, self.parent.coursedir):
                self.log.warning("Not graded, and not in this table: %s", stray)
            for work in works:
                messages = versions.stale(gradebook, self.parent.coursedir, work.name)
                for words in messages:
                    self.log.warning("%s: %s", work.name, words)
        if formulas := [str(x) for row in rows for x in row if harmless(x) != x]:
            self.log.warning(
                "These would be formulas in a spreadsheet, and now begin with a ': %s",
                ", ".join(map(repr, formulas)),
            )

    def rows(
        self, people: list[Student], works: dict[Assignment, Submissions]
    ) -> Iterator[Row]:
        raise NotImplementedError


def harmless(field: str | float | None) -> str | float | None:
    """Return the field with a "'" before anything that looks like a formula."""
    return BEGINS.sub("'", field) if isinstance(field, str) else field


def as_csv(rows: Iterable[Iterable[str | float | None]]) -> str:
    """Return rows as CSV, with every field quoted."""
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows(rows)
    return written.getvalue()


def chosen(name: str, names: list) -> bool:
    return not names or name in map(str, names)


def points(submission: SubmittedAssignment | None) -> float | None:
    """Return the points that count, after any late penalty.

    They are ``None`` if there is no submission, or if nobody has read all of it yet.
    """
    if submission is None or submission.needs_manual_grade:
        return None
    return round(max(0.0, submission.score - taken_off(submission)), 2)


def taken_off(submission: SubmittedAssignment) -> float:
    return submission.late_submission_penalty or 0.0


class Grades(Table):
    """A table with nbgrader's own columns.

    As in nbgrader, students who handed in nothing have 0 points. One additional column
    shows the points that a person still has to decide on. The score doesn't include
    these points.
    """

    file = "grades.csv"
    waiting = "their points leave out what is unread; see not_graded_yet."

    def rows(self, people, works):
        yield [
            *("assignment", "duedate", "timestamp", "student_id", "last_name"),
            *("first_name", "email", "raw_score", "late_submission_penalty"),
            *("score", "max_score", "not_graded_yet"),
        ]
        _, waiting = sums(self.book)
        for work, handed_in in works.items():
            for one in people:
                given = handed_in.get(one.id)
                late = taken_off(given) if given else 0.0
                raw = given.score if given else 0.0
                yield [
                    *(work.name, work.duedate, given and given.timestamp, one.id),
                    *(one.last_name, one.first_name, one.email),
                    *(raw, late, max(0.0, raw - late), work.max_score),
                    waiting.get(given.id, 0.0) if given else 0.0,
                ]


class Canvas(Table):
    """The table to import in Canvas under *Grades → Import*.

    It has one column per assignment. Canvas identifies students by `lms_user_id`, which
    is Canvas's own number. If there is none, their id in the class list is used as
    their SIS Login ID. If a student handed in nothing, the field stays empty.
    """

    file = "canvas.csv"

    def rows(self, people, works):
        who = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
        yield [*who, *(work.name for work in works)]
        # Canvas recognises the row by these words, including the spaces
        yield ["    Points Possible", "", "", "", "", *(w.max_score for w in works)]
        for one in people:
            name = ", ".join(filter(None, (one.last_name, one.first_name))) or one.id
            scores = (points(handed_in.get(one.id)) for handed_in in works.values())
            yield [name, one.lms_user_id, "", one.id, "", *scores]


class Moodle(Table):
    """The table to import in Moodle under *Grades → Import → CSV file*.

    It has one column per assignment. In the form that Moodle then shows, map *Username*
    to *username* (or *Email address* to *useremail*), and each assignment to its grade
    item. If a student handed in nothing, the field stays empty.
    """

    file = "moodle.csv"

    def rows(self, people, works):
        who = ["Username", "First name", "Last name", "Email address", "ID number"]
        yield [*who, *(work.name for work in works)]
        for one in people:
            known = (one.id, one.first_name, one.last_name, one.email, one.lms_user_id)
            scores = (points(handed_in.get(one.id)) for handed_in in works.values())
            yield [*known, *scores]
