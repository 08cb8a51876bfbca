"""Reads and checks a class list: `nbgrader db student import class.csv`.

nbgrader takes whatever it finds. If two lines have the same id, it keeps only the last
one. It can't read a list that has a byte-order mark or semicolons, and it accepts ids
that don't work as a folder's name. Here we read and check the whole list first, and
then enter either all of it or nothing.
"""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.apps import dbapp

from lernformer.grading.gradebook.students import folded

# nbgrader's own columns; the first is required
COLUMNS = ("id", "first_name", "last_name", "email", "lms_user_id")
# Ids are used as folder names, and nbgrader puts them into patterns and lists.
NO_ID = re.compile(r"[/\\*?\[\]{},\x00-\x1f\x7f]|^\.")
MAX_ID = 128  # characters, in nbgrader's gradebook
MAX_FOLDER = 255  # bytes in a folder's name

Person = dict[str, str | None]


def read_table(path: Path) -> csv.DictReader:
    """Open a table saved by a spreadsheet, separated by commas, semicolons or tabs.

    Raises:
        ValueError: if there is no such file, or if it isn't UTF-8 text.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8; save it as “CSV UTF-8”") from error
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    if "\0" in text:
        raise ValueError(f"{path} isn't text")
    table = rows_in(text)
    table.fieldnames = [name.strip() for name in table.fieldnames or []]
    return table


def rows_in(text: str) -> csv.DictReader:
    """Return the rows of a table that is separated by commas, semicolons or tabs."""
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    return csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)


def read_list(path: Path) -> dict[str, Person]:
    """Return the students in a class list, keyed by id. Empty fields are ``None``.

    Raises:
        ValueError: if anything is wrong. The message lists every problem and its line.
    """
    lines = read_table(path)
    if "id" not in (lines.fieldnames or ()):
        raise ValueError(
            f"{path} has no column id in its first line; the columns are "
            f"{', '.join(COLUMNS)}"
        )
    people: dict[str, Person] = {}
    troubles: list[str] = []
    seen: dict[tuple[str, str], int] = {}
    for line in lines:
        number = lines.line_num
        known = {
            name: (line[name] or "").strip() or None
            for name in COLUMNS
            if name in (lines.fieldnames or ())
        }
        wrong = list(_troubles(known, line))
        for name in ("id", "email", "lms_user_id"):
            if value := known.get(name):
                # These share a folder on systems that ignore case or Unicode forms.
                key = name, folded(value)
                if key in seen:
                    wrong.append(f"{name} {value!r} is already in line {seen[key]}")
                seen.setdefault(key, number)
        troubles += [f"line {number}: {words}" for words in wrong]
        if not wrong:
            people[known.pop("id") or ""] = known
    if troubles:
        raise ValueError(f"{path}:\n  " + "\n  ".join(troubles))
    return people


def _troubles(known: Person, line: dict) -> Iterator[str]:
    if None in line or None in line.values():
        yield "it has a different number of fields from the first line"
    student = known["id"]
    if not student:
        yield "there is no id"
    elif found := NO_ID.search(student):
        yield f"id {student!r} can't contain {found[0]!r}, because it names a folder"
    elif len(student) > MAX_ID or len(student.encode()) > MAX_FOLDER:
        yield (
            f"id {student[:20]!r}… is too long: {len(student)} characters; at most "
            f"{MAX_ID}, and {MAX_FOLDER} bytes"
        )


def enter(app: dbapp.DbStudentImportApp) -> None:
    """Run `nbgrader db student import`."""
    super(dbapp.DbGenericImportApp, app).start()
    if len(app.extra_args) != 1:
        app.fail("Which class list? nbgrader db student import class.csv")
    try:
        people = read_list(Path(app.extra_args[0]))
    except ValueError as error:
        app.fail("Nothing was imported. %s", error)
    with Gradebook(app.coursedir.db_url, app.course_id, app.authenticator) as book:
        before = {student.id for student in book.students}
        for student, about in people.items():
            # "" and not None, so that `unexpected_files.has_list` returns True
            address = about.get("email") or ""
            book.update_or_create_student(student, **about | {"email": address})
    new = len(people.keys() - before)
    app.log.info("%d students are new, %d were known.", new, len(people) - new)


def install() -> None:
    """Make nbgrader's command read lists this way."""
    dbapp.DbStudentImportApp.start = enter
