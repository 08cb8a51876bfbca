"""``lernformer items``: the difficulty and discrimination of each task or question.

The difficulty is the share of the points that students earned. The discrimination is
Pearson's correlation between an item and the rest of the same student's points (the
corrected item-total correlation), as in the class report.
"""

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from lernformer.grading.course import marks
from lernformer.grading.course.marks import Points, sums
from lernformer.grading.pages.report import WEAK, Results, read_class

FEWEST = 10  # with fewer students, a correlation means next to nothing
ROUNDING = 1e-9
LINE = "  {:>6} {:>6} {:>9}  {}"


def statistics(points: Sequence[Points]) -> dict[str, tuple[float, float | None, int]]:
    """Return each item's share of points earned, discrimination and number of students.

    The discrimination is ``None`` if there are too few students or nothing varies.
    """
    (earned, possible), found = sums(points), {}
    for item in dict.fromkeys(one.item for one in points):
        given = [one for one in points if one.item == item]
        pairs = [
            (one.earned / one.possible, (earned[one.student] - one.earned) / rest)
            for one in given
            if (rest := possible[one.student] - one.possible)
        ]
        r, students = None, len({one.student for one in given})
        if len(pairs) >= FEWEST <= students and min(np.ptp(pairs, axis=0)) > ROUNDING:
            own, others = np.transpose(pairs)
            r = float(np.corrcoef(own, others)[0, 1])
        share = float(np.mean([one.earned / one.possible for one in given]))
        found[item] = share, r, students
    return found


def of_results(results: Results) -> list[Points]:
    """Return the points of everybody who earned any in an assignment.

    Students who handed in nothing are left out. They have no points anywhere, so they
    would make any task look as if it separated strong students from weak ones.
    """
    return [
        Points(one.student, task.name, one.scores.get(task.name, 0.0), task.points)
        for task in results.tasks
        for one in results.submissions
        if one.total > 0 and task.points and task.name not in one.waiting
    ]


def table(title: str, points: Sequence[Points]) -> str:
    """Return the statistics of some items as text for a terminal."""
    if not points:
        return f"{title}\n  Nothing is filled in yet."
    lines = [title, LINE.format("earned", "r", "students", "")]
    for item, (earned, r, students) in statistics(points).items():
        correlation = "–" if r is None else f"{r:.2f}"
        lines.append(LINE.format(f"{earned:.0%}", correlation, students, item))
    variants = [x._replace(item=f"variant {x.variant}") for x in points if x.variant]
    for variant, (earned, _, students) in sorted(statistics(variants).items()):
        lines.append(LINE.format(f"{earned:.0%}", "", students, variant))
    return "\n".join(line.rstrip() for line in lines)


def show_items(course: CourseDirectory, assignment: str, exam: Path | None) -> None:
    """Print the statistics of an assignment's tasks, its talks and an exam.

    Args:
        exam: the completed table of an exam, if there was one.

    Raises:
        ValueError: if there is no such assignment, or a table can't be read.
    """
    with Gradebook(course.db_url, course.course_id) as book:
        results = read_class(book, course, assignment)
        students = [student.id for student in book.students]
    tables = [table(f"Tasks of {assignment}", of_results(results))]
    talks = marks.talks_of(Path(course.root), assignment)
    if talks.exists():
        tables.append(
            table(f"Questions in {talks.name}", marks.read_talks(talks, students))
        )
    if exam:
        tables += [table(f"Questions in {exam.name}", marks.read_exam(exam, students))]
    tables.append(
        "earned: share of the points. r: correlation with the rest of a student's\n"
        f"points, if at least {FEWEST} have any; under {WEAK:g}, it hardly separates "
        "strong\nstudents from weak ones."
    )
    click.echo("\n\n".join(tables))
