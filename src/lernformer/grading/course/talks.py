"""``lernformer defend``: sheets for talks with students about their own code."""

from contextlib import closing
from pathlib import Path

import click
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory

from lernformer import atomic
from lernformer.grading.course.autograde import Judge, content_of, wall_of
from lernformer.grading.course.marks import talks_of, write_talks
from lernformer.grading.course.pool import Grader
from lernformer.grading.gradebook.folders import unusable
from lernformer.grading.judge.release import Exercise, released
from lernformer.grading.judge.seeds import secret_of
from lernformer.grading.judge.submission import Unreadable, on_a_line
from lernformer.grading.judge.versions import folder_of
from lernformer.grading.pages.sheets import NoSheet, Sheet, page, sheet
from lernformer.grading.sandbox.bubblewrap import NoSandbox


def write_sheets(
    course: CourseDirectory, assignment: str, student: str | None, to: Path
) -> None:
    """Write a page with a sheet for each submission, and a table for the answers.

    Also print who has no sheet, and why.

    Args:
        course: the course with the submissions.
        assignment: the assignment's name.
        student: the only student to write a sheet for; ``None`` for everybody.
        to: the page to write.

    Raises:
        click.ClickException: if there is no such assignment, no submission or no sheet,
            or if an existing table can't be read.
    """
    exercise = _exercise(course, assignment)
    pattern = course.format_path(
        course.submitted_directory, student or "*", assignment, escape=False
    )
    root = Path(course.root)
    folders = sorted(root.glob(str(Path(pattern).relative_to(root))))
    folders = [folder for folder in folders if not unusable(folder)]
    if not folders:
        who = f" by {student}" if student else ""
        raise click.ClickException(f"there is no submission of {assignment!r}{who}")
    judge = Judge(parent=course)
    secret = secret_of(folder_of(course), assignment, judge.term)
    found: list[Sheet] = []
    without: list[str] = []
    bar = click.progressbar(folders, label="Asking")
    with closing(Grader()) as grader, bar:
        try:
            sandbox = grader.sandbox(wall_of(course, judge, exercise.slug))
        except NoSandbox as error:
            raise click.ClickException(str(error)) from error
        for folder in bar:
            name = folder.parent.name
            try:
                content = content_of(folder / f"{exercise.name}.ipynb")
                if isinstance(content, Unreadable):
                    raise NoSheet(str(content))
                found.append(sheet(name, content, exercise, secret, sandbox))
            except NoSheet as error:
                without.append(on_a_line(f"No sheet for {name}: {error}"))
    for line in without:
        click.echo(line)
    if not found:
        raise click.ClickException("there is nothing to print")
    atomic.write(to, page(assignment, found))
    click.echo(f"{len(found)} of {len(folders)} submissions have a sheet: {to}")
    table = talks_of(to.parent, assignment)
    try:
        write_talks(table, found)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"Enter the letters that students choose: {table}")


def _exercise(course: CourseDirectory, assignment: str) -> Exercise:
    """Return an assignment's first notebook that contains tasks of this course."""
    with Gradebook(course.db_url, course.course_id) as gradebook:
        try:
            known = gradebook.find_assignment(assignment).notebooks
        except MissingEntry as error:
            raise click.ClickException(
                f"{assignment!r} is not in the gradebook"
            ) from error
        every = [released(gradebook, assignment, one.name) for one in known]
    for exercise in every:
        if not exercise.plain:
            return exercise
    raise click.ClickException(f"{assignment!r} has no tasks of this course")
