"""Packs feedback and grades for upload to a learning platform.

All feedback pages go into one zip. Each page is in the place where the platform looks
for it. We know this place because `unpack` recorded where the work came from. In
Moodle's own worksheet, we fill in only the grades and comments, and leave everything
else as it was.
"""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lernformer import atomic
from lernformer.grading.gradebook.class_list import rows_in
from lernformer.grading.gradebook.students import People
from lernformer.grading.lms.platforms import Origin, returned

# Moodle writes the worksheet's heading in the language of the person who downloads it.
GRADE = ("Grade", "Bewertung")
COMMENT = ("Feedback comments", "Feedback als Kommentar")


@dataclass(frozen=True)
class Work:
    """A graded submission to return to its student."""

    student: str
    # the points that count; ``None`` until a person has read all of it
    points: float | None
    comment: str
    pages: tuple[Path, ...]
    origin: Origin  # where it came from; the platform is "folders" if we don't know


def pack(works: Iterable[Work], assignment: str, target: Path) -> int:
    """Write a zip with all feedback pages, and return the number of pages.

    Raises:
        ValueError: if two pages would be in the same place.
    """
    placed: dict[str, Path] = {}
    for work in works:
        for page in work.pages:
            place = returned(work.origin, work.student, assignment, page.name)
            if place in placed:
                raise ValueError(f"{page} and {placed[place]} would both be {place}")
            placed[place] = page
    target.parent.mkdir(parents=True, exist_ok=True)
    with (
        atomic.writing(target) as part,
        zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for place, page in sorted(placed.items()):
            archive.write(page, place)
    return len(placed)


def numbers_in(worksheet: str, people: People) -> dict[str, str]:
    """Return the students in Moodle's worksheet, keyed by participant number."""
    _, rows, _ = _read(worksheet)
    found = {}
    for row in rows:
        number = _number(row)
        if number and len(who := _who(row, people)) == 1:
            found[number] = who.pop()
    return found


def _number(row: Mapping[str, str]) -> str:
    """Return the participant number at the end of a row's first field, or ""."""
    number = re.search(r"(?<!\d)\d+$", next(iter(row.values()), ""))
    return number[0] if number else ""


def filled(worksheet: str, works: Iterable[Work], people: People) -> tuple[str, list]:
    """Return Moodle's worksheet with grades, and the students missing from it.

    Raises:
        ValueError: if it has no column for grades.
    """
    mark = "\ufeff" * worksheet.startswith("\ufeff")  # tells Excel that this is UTF-8
    head, rows, layout = _read(worksheet)
    grade = next((name for name in GRADE if name in head), "")
    comment = next((name for name in COMMENT if name in head), "")
    if not grade:
        raise ValueError(
            f"the worksheet has no column {' or '.join(GRADE)}; it has "
            f"{', '.join(head)}. In the assignment's settings allow the offline "
            "grading worksheet, and download it from there"
        )
    as_there = _numbers_as_in(rows)
    waiting = {work.student: work for work in works}
    numbers = {work.origin.number: work.student for work in waiting.values()}
    for row in rows:
        number = _number(row)
        known = numbers.get(number) if number else None
        who = {known} if known else _who(row, people)
        work = waiting.pop(who.pop(), None) if len(who) == 1 else None
        if work:
            row[grade] = "" if work.points is None else as_there(work.points)
            if comment:
                row[comment] = work.comment
    written = io.StringIO()
    table = csv.DictWriter(written, head, extrasaction="ignore", **layout)
    table.writeheader()
    table.writerows(rows)
    return mark + written.getvalue(), sorted(waiting)


def _numbers_as_in(rows: Iterable[Mapping[str, str]]) -> Callable[[float], str]:
    """Return a function that formats points with the worksheet's decimal separator."""
    found = [x for row in rows for x in row.values() if re.fullmatch(r"\d+,\d+", x)]
    if not found:
        return lambda points: f"{points:g}"
    digits = max(len(x.partition(",")[2]) for x in found)
    return lambda points: f"{points:.{digits}f}".replace(".", ",")


def _read(worksheet: str) -> tuple[list[str], list[dict[str, str]], dict[str, Any]]:
    """Return a worksheet's columns, its rows, and how it separates fields and lines."""
    lines = rows_in(worksheet.removeprefix("\ufeff"))
    head = list(lines.fieldnames or [])
    rows = [{name: row.get(name) or "" for name in head} for row in lines]
    end = "\r\n" if "\r\n" in worksheet else "\n"
    delimiter = lines.reader.dialect.delimiter
    return head, rows, {"delimiter": delimiter, "lineterminator": end}


def _who(row: Mapping[str, str], people: People) -> set[str]:
    """Return the students a row may refer to, by id or address, or else by name."""
    values = list(row.values())[1:]
    for ask in (people.called, people.named):
        found = set().union(*(ask(value) for value in values if value))
        if found:
            return found
    return set()
