"""The commands ``lernformer collect``, ``read`` and ``return``."""

import contextlib
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lernformer.grading.course.command import course_of, in_a_line, with_grading

if TYPE_CHECKING:
    from nbgrader.api import Gradebook, SubmittedAssignment

PLACE = click.Path(exists=True, path_type=Path)
WORKSHEET = click.option(
    "--worksheet",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Moodle's grading worksheet of this assignment (CSV).",
)


@click.command()
@click.argument("place", metavar="ZIP-OR-FOLDER", type=PLACE)
@WORKSHEET
@click.option("--yes", is_flag=True, help="Collect the files.")
@with_grading
def collect(place, worksheet, yes):
    """Copy students' work from a platform to `submitted/`.

    ZIP-OR-FOLDER is the zip that “download all submissions” gives you in Moodle, Canvas
    or ILIAS. It can also be any folder that contains a folder for each student. Run the
    command in the course's folder, after you have entered the class list with
    `nbgrader db student import`.

    The command lists which files it would take and which it would skip, and why. It
    copies nothing unless you add --yes. It recognises an exercise by its cells, even if
    the file was renamed, and a student by id, address, number or name. If a student
    handed in several versions, it takes the newest.
    """
    from lernformer.grading.gradebook.unexpected_files import people_of
    from lernformer.grading.judge import versions
    from lernformer.grading.lms import pack, unpack

    course, gradebook = _course()
    with gradebook as book:
        people = people_of(book)
        exercises = {
            f"{work.name}/{notebook.name}": {x.name for x in notebook.source_cells}
            for work in book.assignments
            for notebook in work.notebooks
        }
        if not exercises:
            raise click.ClickException(
                "no exercise is in the gradebook; first run `nbgrader "
                "generate_assignment`"
            )
        if not people.people:
            raise click.ClickException(
                "nobody is in the gradebook; first run `nbgrader db student import "
                "class.csv`"
            )
        due = {work.name: work.duedate for work in book.assignments}
        extra = {
            (one.student_id, work.name): one.extension
            for work in book.assignments
            for one in book.assignment_submissions(work.name)
            if one.extension
        }

    def limit(student: str, assignment: str) -> datetime | None:
        more = extra.get((student, assignment), timedelta())
        return due[assignment] and due[assignment] + more

    submitted = Path(course.root, course.submitted_directory)
    with in_a_line(ValueError):
        numbers = {}
        if worksheet:
            numbers = pack.numbers_in(worksheet.read_bytes().decode(), people)
        found = unpack.items(place)
        chosen = unpack.plan(found, people, exercises, submitted, limit, numbers)
    click.echo(unpack.describe(chosen), nl=False)
    if not chosen.taken:
        click.echo("\nNothing to collect.")
    elif yes:
        try:
            unpack.carry_out(chosen, submitted, versions.folder_of(course))
        except (unpack.Unreadable, ValueError) as error:
            raise click.ClickException(f"collected only in part: {error}") from error
        click.echo(f"\nFiles copied to {submitted.name}/: {len(chosen.taken)}")
    else:
        click.echo("\nNothing was changed. Add --yes to copy the files.")


@click.command("return")
@click.argument("assignment")
@click.option(
    "--to",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The zip to write.  [default: ASSIGNMENT-feedback.zip]",
)
@WORKSHEET
@with_grading
def give_back(assignment, to, worksheet):
    """Pack the feedback on ASSIGNMENT so that the platform accepts it.

    The zip contains the pages that `nbgrader generate_feedback` wrote. Each page is in
    the place where Moodle, Canvas or ILIAS looks for it. With --worksheet, the command
    also fills in Moodle's own worksheet with grades and comments, and writes it next to
    the zip. Work that nobody has read yet gets no grade.
    """
    from lernformer import atomic
    from lernformer.grading.gradebook import unexpected_files
    from lernformer.grading.judge import versions
    from lernformer.grading.lms import pack, unpack
    from lernformer.grading.lms.grade_tables import points
    from lernformer.grading.lms.platforms import Origin
    from lernformer.grading.pages import feedback_page

    course, gradebook = _course()
    to = to or Path(f"{assignment}-feedback.zip")
    stale, bare, works = [], [], []
    beside = versions.folder_of(course)
    with gradebook as book:
        if assignment not in {work.name for work in book.assignments}:
            raise click.ClickException(f"{assignment!r} is not in the gradebook")
        people = unexpected_files.people_of(book)
        lost = unexpected_files.strays(book, course)
        old = versions.stale(book, course, assignment)
        for one in book.assignment_submissions(assignment):
            steps = course.autograded_directory, course.feedback_directory
            found = [course.format_path(x, one.student_id, assignment) for x in steps]
            graded, returned = (Path(course.root, folder) for folder in found)
            pages = tuple(sorted(returned.glob("*.html")))
            if not pages:
                bare.append(one.student_id)
            elif feedback_page.is_old(one, graded, returned):
                stale.append(one.student_id)
            with in_a_line(ValueError):
                known = unpack.collected(beside, one.student_id, assignment)
            came = known or Origin("folders", "", "")
            given = one.student_id, points(one), _comment(one), pages, came
            works.append(pack.Work(*given))
    for students, words in (
        (bare, "no page of feedback"),
        (stale, "a page of feedback with old points or comments"),
    ):
        if students:
            raise click.ClickException(
                f"{', '.join(students)}: {words}; first run `nbgrader "
                f"generate_feedback {assignment}`"
            )
    with in_a_line(ValueError, OSError):
        count = pack.pack(works, assignment, to)
        click.echo(f"{count} pages of feedback: {to}")
        if worksheet:
            text = worksheet.read_bytes().decode()
            text, absent = pack.filled(text, works, people)
            table = to.with_name(f"{assignment}-grades.csv")
            atomic.write(table, text)
            click.echo(f"Grades and comments: {table}")
            if absent:
                click.echo(f"Not in the worksheet: {', '.join(absent)}")
    for words in lost:
        click.echo(f"Not graded, so not in the zip: {words}")
    for words in old:
        click.echo(
            f"{words}; `lernformer grade {assignment} --force` grades them again"
        )
    if waiting := sum(work.points is None for work in works):
        click.echo(f"{waiting} have no grade yet: a person must read them.")


@click.command()
@click.argument("assignment", required=False, default="")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="The page's port.  [default: a free one]",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@with_grading
def read(assignment, port, no_browser):
    """Read the written answers, question by question, in one ASSIGNMENT or in all.

    The command opens a page in your browser that shows all answers to one question next
    to the model answer. Identical answers are grouped. Your points and comments go
    straight into the gradebook, as they would from formgrader. The page can only be
    opened on this machine. Press Ctrl+C when you have finished.
    """
    import webbrowser

    from lernformer.grading.pages.reading_page import Desk, leading_to

    course, gradebook = _course()
    with gradebook as book:
        known = [work.name for work in book.assignments]
    if assignment and assignment not in known:
        raise click.ClickException(
            f"{assignment!r} is not in the gradebook; there are {', '.join(known)}"
        )
    try:
        desk = Desk(course, assignment, port)
    except OSError as error:
        raise click.ClickException(f"port {port}: {error}") from error
    click.echo(f"{desk.address}\nPress Ctrl+C to stop.")
    with desk, contextlib.ExitStack() as stack:
        if not no_browser:
            page = stack.enter_context(leading_to(desk.address))
            webbrowser.open(page.as_uri())
        try:
            desk.serve_forever()
        except KeyboardInterrupt:
            click.echo("\nStopped.")


def _course() -> "tuple[Any, Gradebook]":
    from nbgrader.api import Gradebook

    course = course_of()
    return course, Gradebook(course.db_url, course.course_id)


def _comment(one: "SubmittedAssignment") -> str:
    """Return a comment that lists the points by task, all comments and any penalty."""
    from lernformer.grading.lms.grade_tables import taken_off

    lines = []
    for notebook in one.notebooks:
        for grade in notebook.grades:
            name = grade.cell.name.removeprefix("check_")
            score = "not graded yet" if grade.needs_manual_grade else f"{grade.score:g}"
            lines.append(f"{name}: {score} of {grade.max_score:g}")
        lines += [x.comment for x in notebook.comments if x.comment]
    if late := taken_off(one):
        lines.append(f"late: -{late:g}")
    return "; ".join(lines)
