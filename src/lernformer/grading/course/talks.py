"""``lernformer defend``: sheets for talks with students about their own code."""

from contextlib import closing
from pathlib import Path

import click
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory

from lernformer import atomic
from lernformer.grading.course.autograde import Judge, content_of, wall_of
from lernformer.grading.course.command import in_a_line
from lernformer.grading.course.marks import talks_of, write_talks
from lernformer.grading.course.pool import Grader
from lernformer.grading.gradebook.folders import unusable
from lernformer.grading.judge.release import Exercise, released
from lernformer.grading.judge.seeds import secret_of
from lernformer.grading.judge.submission import Unreadable, on_a_line
from lernformer.grading.judge.versions import folder_of
from lernformer.grading.pages.talk_sheets import NoSheet, Sheet, page, sheet
from lernformer.grading.sandbox.bubblewrap import NoSandbox


def write_sheets(
    course: CourseDirectory, assignment: str, student: str | None, to: Path
) -> None:
    """Write a page with a sheet for each submission, and a table for the answers.

    Also print who has no sheet, and why.

    Args:
        student: the only student to write a sheet for, or ``None`` for everybody.
        to: the page to write. The table goes next to it.

    Raises:
        click.ClickException: if there is no such assignment, no submission or no sheet,
            or if an existing table can't be read.
    """
    exercise, root = _exercise(course, assignment), Path(course.root)
    step, whose = course.submitted_directory, student or "*"
    pattern = course.format_path(step, whose, assignment, escape=False)
    every = sorted(root.glob(str(Path(pattern).relative_to(root))))
    folders = [folder for folder in every if not unusable(folder)]
    if not folders:
        who = f" by {student}" if student else ""
        raise click.ClickException(f"there is no submission of {assignment!r}{who}")
    judge = Judge(parent=course)
    secret = secret_of(folder_of(course), assignment, judge.term)
    found, without = list[Sheet](), list[str]()
    with closing(Grader()) as grader, click.progressbar(folders, label="Asking") as bar:
        with in_a_line(NoSandbox):
            sandbox = grader.sandbox(wall_of(course, judge, exercise.slug))
        for folder in bar:
            name = folder.parent.name
            try:
                content = content_of(folder / f"{exercise.name}.ipynb")
                if isinstance(content, Unreadable):
                    raise content
                found.append(sheet(name, content, exercise, secret, sandbox))
            except (NoSheet, Unreadable) as error:
                without.append(on_a_line(f"No sheet for {name}: {error}"))
    for line in without:
        click.echo(line)
    if not found:
        raise click.ClickException("there is nothing to print")
    atomic.write(to, page(assignment, found))
    click.echo(f"{len(found)} of {len(folders)} submissions have a sheet: {to}")
    table = talks_of(to.parent, assignment)
    with in_a_line(ValueError):
        write_talks(table, found)
    click.echo(f"Enter the letters that students choose: {table}")


def _exercise(course: CourseDirectory, assignment: str) -> Exercise:
    """Return an assignment's first notebook that contains tasks of this course."""
    with Gradebook(course.db_url, course.course_id) as gradebook:
        try:
            known = gradebook.find_assignment(assignment).notebooks
        except MissingEntry as error:
            words = f"{assignment!r} is not in the gradebook"
            raise click.ClickException(words) from error
        for one in known:
            exercise = released(gradebook, assignment, one.name)
            if not exercise.plain:
                return exercise
    raise click.ClickException(f"{assignment!r} has no tasks of this course")
