"""``lernformer backup`` and ``restore``: save what a clone of the course doesn't have.

A backup contains three files:

- the gradebook, which includes the graders' comments,
- the secret from which hidden cases are drawn, so that the rest of a class can be
  graded on the same cases, and
- the record of where collected work came from, which we need to return feedback to a
  platform.
"""

import sqlite3
import tempfile
import zipfile
from datetime import datetime
from pathlib import Path

import click

from lernformer import atomic
from lernformer.grading.course.command import course_of, in_a_line, with_grading
from lernformer.grading.judge.seeds import COLLECTED, NAME

GRADEBOOK = "gradebook.db"
BESIDE = (NAME, COLLECTED)  # in the gradebook's folder
FILE = click.Path(dir_okay=False, path_type=Path)


def save(gradebook: Path, target: Path) -> list[str]:
    """Back up a gradebook, even one in use, to a zip that only its owner can read.

    Raises:
        ValueError: if there is no gradebook.
    """
    if not gradebook.exists():
        raise ValueError(f"there is no gradebook {gradebook}")
    with tempfile.TemporaryDirectory() as folder, atomic.writing(target) as part:
        copy = Path(folder, GRADEBOOK)
        source, into = sqlite3.connect(gradebook), sqlite3.connect(copy)
        source.backup(into)
        source.close()
        into.close()
        part.touch(0o600, exist_ok=False)
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(copy, GRADEBOOK)
            for name in BESIDE:
                if (file := gradebook.with_name(name)).exists():
                    archive.write(file, name)
            return archive.namelist()


def put_back(source: Path, gradebook: Path) -> list[str]:
    """Restore a backup, and return the names that the replaced files are kept under.

    Raises:
        ValueError: if the zip is not a backup.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            files = {
                name: archive.read(name)
                for name in (GRADEBOOK, *BESIDE)
                if name in archive.namelist()
            }
    except (OSError, zipfile.BadZipFile) as error:
        raise ValueError(f"{source} isn't a backup: {error}") from error
    if not files.get(GRADEBOOK, b"").startswith(b"SQLite format 3"):
        raise ValueError(f"{source} isn't a backup: it has no gradebook")
    kept = []
    now = f"{datetime.now():%Y%m%d-%H%M%S}"
    for name, content in files.items():
        place = gradebook if name == GRADEBOOK else gradebook.with_name(name)
        if place.exists():
            aside = place.with_name(f"{place.name}.before-{now}")
            place.rename(aside)
            kept.append(aside.name)
        with atomic.writing(place) as part:
            part.touch(0o600, exist_ok=False)
            part.write_bytes(content)
    return kept


def newer(source: Path, autograded: Path) -> dict[str, list[str]]:
    """Return the students graded after a backup was made, keyed by assignment."""
    with zipfile.ZipFile(source) as archive:
        made = datetime(*archive.getinfo(GRADEBOOK).date_time).timestamp()
    found: dict[str, list[str]] = {}
    for file in sorted(autograded.glob("*/*/*.ipynb")):
        if file.stat().st_mtime > made:
            students = found.setdefault(file.parent.name, [])
            if (student := file.parent.parent.name) not in students:
                students.append(student)
    return found


@click.command()
@click.argument("file", type=FILE)
@with_grading
def backup(file):
    """Copy the gradebook and the secret for hidden cases into the zip FILE.

    Run the command in the course's folder. It also copies the file that says where
    collected work came from. Because the zip contains names, grades and the secret,
    protect it as carefully as the gradebook, but keep it in a different place.
    """
    with in_a_line(ValueError, OSError):
        names = save(_gradebook(course_of().db_url), file)
    click.echo(f"{file}: {', '.join(names)}")
    if NAME not in names:
        click.echo("There is no secret yet: nothing has been graded here.")


@click.command()
@click.argument("file", type=FILE)
@with_grading
def restore(file):
    """Restore what `backup` saved in FILE.

    Existing files are kept under a different name. The command also lists the work that
    was graded after the backup was made, because FILE contains neither the points for
    this work nor anything else that has been entered since.
    """
    course = course_of()
    with in_a_line(ValueError, OSError):
        kept = put_back(file, _gradebook(course.db_url))
        later = newer(file, Path(course.root, course.autograded_directory))
    click.echo(f"The gradebook and its files are restored from {file}.")
    if kept:
        click.echo(f"The previous files: {', '.join(kept)}")
    for assignment, students in later.items():
        click.echo(
            f"Graded after the backup, so not in it: {', '.join(students)}; "
            f"`lernformer grade {assignment} --force` grades {assignment} again"
        )


def _gradebook(url: str) -> Path:
    if not url.startswith("sqlite:///"):
        raise ValueError("the gradebook is not a file: use its database's own backup")
    return Path(url.removeprefix("sqlite:///"))
