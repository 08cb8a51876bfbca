"""``lernformer items``: how hard each task or question is, and how well it separates.

The difficulty is the share of the points that was earned. The discrimination is
Pearson's correlation of an item with the rest of the same student's points (the
corrected item-total correlation), as in the class report.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from lernformer.grading.course.marks import Filled, read_exam, read_talks, talks_of
from lernformer.grading.pages.report import WEAK, Results, read_class

FEWEST = 10  # students; of fewer, a correlation says next to nothing
ROUNDING = 1e-9
LINE = "  {:>6} {:>6} {:>9}  {}"


@dataclass(frozen=True)
class Statistics:
    """What is known of an item.

    Attributes:
        item: its name.
        earned: the share of its points that students earned.
        discrimination: ``None`` where too few have other items, or nothing varies.
        students: how many it was given to.
    """

    item: str
    earned: float
    discrimination: float | None
    students: int


def statistics(filled: Filled) -> Iterator[Statistics]:
    """How each item did.

    Args:
        filled: points by item and student.
    """
    totals = filled.totals()
    for item, given in filled.marks.items():
        shares = [earned / possible for earned, possible in given.values()]
        pairs = [
            (earned / possible, (totals[x][0] - earned) / (totals[x][1] - possible))
            for x, (earned, possible) in given.items()
            if totals[x][1] > possible
        ]
        r = None
        if len(pairs) >= FEWEST and min(np.ptp(pairs, axis=0)) > ROUNDING:
            own, rest = np.transpose(pairs)
            r = float(np.corrcoef(own, rest)[0, 1])
        yield Statistics(item, float(np.mean(shares)), r, len(given))


def of_results(results: Results) -> Filled:
    """The points of an assignment, of everybody who earned any.

    Who handed in nothing fails everywhere, and would make each task look good.
    """
    filled = Filled()
    for task in results.tasks:
        for one in results.submissions:
            if one.total > 0 and task.points and task.name not in one.waiting:
                earned = one.scores.get(task.name, 0.0)
                filled.add(task.name, one.student, earned, task.points)
    return filled


def table(title: str, filled: Filled) -> str:
    """The statistics of some items, for a terminal."""
    if not filled.marks:
        return f"{title}\n  Nothing is filled in yet."
    lines = [title, LINE.format("earned", "r", "students", "")]
    for one in statistics(filled):
        r = "–" if one.discrimination is None else f"{one.discrimination:.2f}"
        lines.append(LINE.format(f"{one.earned:.0%}", r, one.students, one.item))
    for variant in sorted({*filled.variants.values()}):
        who = [x for x in filled.totals() if filled.variants[x] == variant]
        earned, possible = np.sum([filled.totals()[x] for x in who] or [(0, 1)], axis=0)
        share = f"{earned / possible:.0%}"
        lines.append(LINE.format(share, "", len(who), f"variant {variant}"))
    return "\n".join(line.rstrip() for line in lines)


def show_items(course: CourseDirectory, assignment: str, exam: Path | None) -> None:
    """Print what is known of an assignment's tasks, its talks and an exam.

    Args:
        course: whose gradebook.
        assignment: its name.
        exam: the filled table of an exam.

    Raises:
        ValueError: if there is no such assignment, or a table can't be read.
    """
    with Gradebook(course.db_url, course.course_id) as book:
        results = read_class(book, course, assignment)
        students = [student.id for student in book.students]
    told = [table(f"Tasks of {assignment}", of_results(results))]
    talks = talks_of(Path(course.root), assignment)
    if talks.exists():
        told.append(table(f"Questions in {talks.name}", read_talks(talks, students)))
    if exam:
        told.append(table(f"Questions in {exam.name}", read_exam(exam, students)))
    told.append(
        "earned: share of the points. r: correlation with the rest of a student's\n"
        f"points, from {FEWEST} students on; under {WEAK:g}, an item hardly separates "
        "strong\nstudents from weak ones."
    )
    click.echo("\n\n".join(told))
