"""``lernformer grade`` and ``report`` for instructors, ``check`` for students.

Each command imports nbgrader only when it runs, because `lernformer translate` has to
work without nbgrader.
"""

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from lernformer.grading.sandbox.cores import cores

if TYPE_CHECKING:
    from nbgrader.apps.baseapp import NbGrader
    from nbgrader.coursedir import CourseDirectory

    from lernformer.grading.judge.grading_record import Graded
    from lernformer.grading.judge.release import Exercise

FORKS = hasattr(os, "fork")  # not on Windows
FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
# nbgrader's names for our options
NBGRADER = {
    "scheduler": "--Autograde.scheduler={}",
    "student": "--student={}",
    "force": "--force",
    "unsafe_local": "--Judge.unsafe_local=True",
}
MISTAKES = click.option(
    "--mistakes",
    type=FILE,
    help="Also write how often each mistake was made: CSV, without students' names.",
)


@contextlib.contextmanager
def in_a_line(*errors: type[BaseException]) -> Iterator[None]:
    """If a command raises one of these errors, end it with the message on one line."""
    try:
        yield
    except errors as error:
        raise click.ClickException(str(error)) from error


def with_grading(command: Callable) -> Callable:
    """Make a command print, on one line, how to install a missing package."""

    @wraps(command)
    def wrapper(*arguments, **options):
        try:
            return command(*arguments, **options)
        except ModuleNotFoundError as error:
            missing = (error.name or "").partition(".")[0]
            raise click.ClickException(
                f"{missing} is not installed: pip install 'lernformer[grading]'"
            ) from error

    return wrapper


def page_to(default: str) -> Callable:
    """Return the option that says where a command writes its page."""
    explanation = "The page to write."
    return click.option(
        "--to", type=FILE, default=default, show_default=True, help=explanation
    )


def course_of(app: "NbGrader | None" = None, *words: str) -> "CourseDirectory":
    """Return the course in the folder where the command was started.

    Raises:
        click.ClickException: if there is no course. Without this error, nbgrader would
            use an empty gradebook and run students' code outside any sandbox.
    """
    from nbgrader.apps import autogradeapp
    from nbgrader.apps.baseapp import NbGrader

    app = app or NbGrader()
    app.initialize([*words])
    if autogradeapp.Autograde.__module__ != "lernformer.grading.course.autograde":
        raise click.ClickException(
            f"{Path.cwd()} is not a course folder: run this in the folder that "
            "contains the course's nbgrader_config.py"
        )
    return app.coursedir


@click.command()
@click.argument("assignment", required=False)
@click.option("--self-test", is_flag=True, help="Only test the sandbox; show results.")
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=cores,
    show_default="one for each core that this process may use",
    help="Grade with up to this many processes.",
)
@click.option("--scheduler", help="Address of a dask scheduler, as tcp://host:8786.")
@click.option("--student", help="Only this student's submission.")
@click.option("--force", is_flag=True, help="Regrade what is already graded.")
@click.option("--unsafe-local", is_flag=True, help="Grade without a sandbox.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
@click.option("--report", type=FILE, help="Then write a report on the class: one page.")
@MISTAKES
@with_grading
def grade(assignment, self_test, workers, quiet, report, mistakes, **options):
    """Grade all submissions of ASSIGNMENT.

    Run the command in the course's folder. It does the same as `nbgrader autograde`,
    only faster. If it is interrupted, run it again, and it will continue with the
    submissions that it hasn't graded yet.
    """
    if self_test:
        return show_walls()
    if not assignment:
        raise click.UsageError("Which ASSIGNMENT? Or --self-test?")
    from nbgrader.apps.autogradeapp import AutogradeApp

    words = [assignment, f"--Autograde.workers={workers}", "--log-level=WARN"]
    words += [f"--Autograde.progress={not quiet}"]
    words += [NBGRADER[name].format(x) for name, x in options.items() if x]
    app = AutogradeApp()
    course = course_of(app, *words)
    failed = None
    try:
        app.start()
    except SystemExit as end:  # some submissions failed: the others are graded
        failed = end
    if report or mistakes:
        write_report(course, assignment, report, mistakes)
    if failed:
        raise failed


def show_walls() -> None:
    """Try to break out of the sandbox as students' code might, and print results."""
    from lernformer import CHAPTERS
    from lernformer.grading.sandbox.sandbox import NoSandbox, Sandbox

    with TemporaryDirectory() as folder:
        secret = Path(folder, "gradebook.db")
        secret.write_text("scores")
        try:
            with Sandbox(CHAPTERS[0], hidden=(secret.parent,)) as sandbox:
                trials = sandbox.trials(secret)
        except NoSandbox as error:
            raise click.ClickException(f"there is no sandbox: {error}") from error
    click.echo(f"The sandbox is {sandbox.wall}.")
    counted = "the kernel, in its own cgroup"
    if sandbox.uncounted:
        counted = f"the supervisor, which checks its processes: {sandbox.uncounted}"
    click.echo(f"A submission's memory is measured by {counted}.")
    click.echo("A submission tried to")
    for what, refused in trials:
        click.echo(f"  {'refused ' if refused else 'ALLOWED '} {what}")
    allowed = sum(not refused for _, refused in trials)
    click.echo(f"{len(trials) - allowed} of {len(trials)} were refused.")
    if allowed:
        raise click.ClickException("the sandbox leaks, so nothing would be graded")


@click.command("report")
@click.argument("assignment")
@page_to("report.html")
@MISTAKES
@with_grading
def class_report(assignment, to, mistakes):
    """Write a class report on ASSIGNMENT.

    Run the command in the course's folder. The report is a single page that needs no
    other file. It shows how every student is doing in every chapter, how many points
    each task earned, and which misconceptions were behind wrong answers. It points out
    tasks that separate students poorly, nearly identical code and notebooks that
    failed, and says how long grading took.

    If you have filled in talks-ASSIGNMENT.csv, the report also lists students whose
    answers about their own code are much worse than their marks. It contains names and
    grades, so protect it as carefully as the gradebook.
    """
    write_report(course_of(), assignment, to, mistakes)


def require_gradebook(course: "CourseDirectory") -> None:
    """Make sure that there is a gradebook, because nbgrader would create an empty one.

    Raises:
        click.ClickException: if there is none.
    """
    url = course.db_url
    if url.startswith("sqlite:///") and not Path(url[10:]).exists():
        raise click.ClickException(f"there is no gradebook {url[10:]}")


def write_report(
    course: "CourseDirectory", assignment: str, to: Path | None, mistakes: Path | None
) -> None:
    """Read a course's gradebook, and write a report on an assignment."""
    from nbgrader.api import Gradebook

    from lernformer import atomic
    from lernformer.grading.course.marks import read_talks, sums, talks_of
    from lernformer.grading.pages import mistake_counts
    from lernformer.grading.pages.overview import read_overview
    from lernformer.grading.pages.report import read_class
    from lernformer.grading.pages.report_page import page

    require_gradebook(course)
    with in_a_line(ValueError):
        with Gradebook(course.db_url, course.course_id) as book:
            results = read_class(book, course, assignment)
            start = (to or Path("report.html")).absolute().parent
            overview = read_overview(book, course, start)
            students, answered = [student.id for student in book.students], None
        talks = talks_of(Path(course.root), assignment)
        if talks.exists() and (points := read_talks(talks, students)):
            answered = sums(points)
        if to:
            atomic.write(to, page(results, overview, answered))
            click.echo(f"The report on {len(results.submissions)} submissions: {to}")
            if results.strays:
                click.echo(
                    f"Not graded: {len(results.strays)} things in "
                    f"{course.submitted_directory}/; the report lists them"
                )
        if mistakes:
            atomic.write(mistakes, mistake_counts.table(results))
            click.echo(f"How often each mistake was made: {mistakes}")


@click.command("defend")
@click.argument("assignment")
@click.option("--student", help="Only this student's submission.")
@page_to("sheets.html")
@with_grading
def sheets(assignment, student, to):
    """Write a sheet for a talk with each student about their own code.

    Run the command in the course's folder. Each sheet shows the student's code for two
    tasks and asks four questions about it. The answers are on the next page. To make
    the questions, each submission runs in the sandbox for a few seconds.

    The command also writes the table talks-ASSIGNMENT.csv next to the page, with one
    line for each question. Enter the letter that the student chose in the column
    "answered". The commands `report` and `items` read this table if it is in the
    course's folder.
    """
    from lernformer.grading.course.talks import write_sheets

    write_sheets(course_of(), assignment, student, to)


@click.command()
@click.argument("assignment")
@click.option(
    "--exam",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The table that `lernformer exam` wrote, with the points filled in.",
)
@with_grading
def items(assignment, exam):
    """Show how hard each task and question is.

    Run the command in the course's folder. It prints one line for each task of
    ASSIGNMENT, each question in talks-ASSIGNMENT.csv and each question in an exam on
    paper. The line gives the share of the points that students earned, the correlation
    with the rest of a student's points, and the number of students who are included.

    Example: lernformer items attention --exam exam.csv
    """
    from lernformer.grading.course.items import show_items

    course = course_of()
    require_gradebook(course)
    with in_a_line(ValueError):
        show_items(course, assignment, exam)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@with_grading
def check(paths):
    """Run your notebooks as the grader would, and show your points for each task.

    If a task isn't right yet, the command also says what is wrong. PATHS are notebooks,
    or folders that contain notebooks. Your code runs as it does in JupyterLab, and is
    tested on new cases each time. The exit code is 0 if every task is right.

    Example: lernformer check exercises/attention/attention.ipynb
    """
    from lernformer.checks.wrapping import wrapped
    from lernformer.grading.judge.own_notebook import only_here

    complete = True
    for path in notebooks_in(paths):
        exercise, graded = checked(path)
        remarks = only_here(path.read_bytes(), path.parent)
        lines = [wrapped(f"Note: {words}.", indent="  ") for words in remarks]
        lines = report(path, exercise, graded) + lines + of_two_versions(path, exercise)
        click.echo("\n".join(lines))
        complete = complete and all(v.passed for v in graded.verdicts.values())
    raise SystemExit(0 if complete else 1)


def notebooks_in(paths: tuple[Path, ...]) -> list[Path]:
    """Return the named notebooks and those in the named folders.

    Raises:
        click.UsageError: if one of the paths contains no notebook.
    """
    found = []
    for path in paths:
        inside = sorted(
            place
            for place in path.rglob("*.ipynb")
            if not any(part.startswith((".", "_")) for part in place.parts)
        )
        if not (chosen := [path] if path.is_file() else inside):
            raise click.UsageError(f"there is no notebook at {path}")
        found += chosen
    return found


def checked(path: Path) -> "tuple[Exercise, Graded]":
    """Grade your own notebook as the grader would, but without a sandbox.

    No sandbox is needed, because you wrote the code yourself.
    """
    from lernformer.grading.judge import own_notebook, submission

    try:
        if not FORKS:
            return own_notebook.checked_here(path)
        content = submission.read(path)
        exercise = own_notebook.handed_in(content, path.stem)
    except (submission.Unreadable, OSError, ValueError) as error:
        raise click.ClickException(f"{path} isn't an exercise: {error}") from error
    from lernformer.grading.judge.examiner import Examiner
    from lernformer.grading.sandbox.sandbox import Sandbox

    # only the grader marks questions about the student's own code
    judged = replace(exercise, own_code="")
    examiner = Examiner(judged, secrets.token_bytes(32))
    with Sandbox(exercise.slug, unsafe=True) as sandbox:
        return exercise, examiner.grade(content, sandbox)


def report(path: Path, exercise: "Exercise", graded: "Graded") -> list[str]:
    """Return the points for each task, and what is wrong if it isn't right yet."""
    from lernformer.checks.wrapping import wrapped

    lines = [f"{path}"]
    for name, verdict in graded.verdicts.items():
        points = exercise.cells[name].points
        sign = "✓" if verdict.passed else "✗" if points else "○"
        earned = f"{graded.scores[name]:5g} of {points:g}" if points else "optional"
        lines.append(f"  {sign} {verdict.name:32} {earned}")
        if not verdict.works and (points or verdict.mistake != "unfinished"):
            lines.append(wrapped(verdict.message, indent="      "))
    lines += [wrapped(f"Note: {words}", indent="  ") for words in graded.notes]
    total = sum(exercise.cells[name].points or 0 for name in graded.verdicts)
    own = exercise.cells.get(exercise.own_code)
    later = own.points or 0 if own else 0
    by_hand = sum(c.points or 0 for c in exercise.cells.values()) - total - later
    lines.append(f"  {sum(graded.scores.values()):g} of {total:g} points")
    if by_hand:
        lines.append(f"  {by_hand:g} more for the question that a person reads")
    if later:
        lines.append(f"  {later:g} more for the questions about your own code")
    return lines


def of_two_versions(path: Path, exercise: "Exercise") -> list[str]:
    """Return lines that describe how the package and the notebook differ."""
    from lernformer import __version__
    from lernformer.grading.judge import differences, submission

    content = path.read_bytes()
    stubs = differences.stubs_of(submission.parsed(content))
    found = differences.differences(exercise, stubs, differences.stamp_of(content))
    if found:
        words = f"This notebook and lernformer {__version__} differ. The newest zip has"
        head = [f"  {words}", "  both in matching versions:"]
        found = [*head, *(f"  {line}" for line in found)]
    return found
