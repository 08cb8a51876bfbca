"""Reads and writes tables that a teacher fills in, for talks and for exams on paper.

Spreadsheets save tables in several formats, and we can read all of them. If a value
can't be right, we refuse the table and name the file, the line and the value.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lernformer import atomic
from lernformer.checks.exams import FORMS, POINTS, VARIANTS, Item
from lernformer.checks.own_code import LETTERS
from lernformer.grading.gradebook.class_list import read_table
from lernformer.grading.lms.grade_tables import Row, as_csv, harmless
from lernformer.grading.pages.talk_sheets import Sheet

TALK = ["student", "task", "question", "kind", "choices", "right", "answered"]
EXAM = ["student", "variant"]
QUESTION = rf"\d+ (?:{'|'.join(FORMS)}) \w+\.\w+"  # the name of a column


class Points(NamedTuple):
    """How many points a student earned for an item, and how many were possible."""

    student: str
    item: str
    earned: float
    possible: float
    variant: str = ""  # the letter of an exam's variant


def sums(points: Iterable[Points]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the points earned and the points possible, each keyed by student."""
    earned, possible = defaultdict[str, float](float), defaultdict[str, float](float)
    for one in points:
        earned[one.student] += one.earned
        possible[one.student] += one.possible
    return earned, possible


def _rows(path: Path, columns: list[str], more: str = "") -> Iterator[tuple[str, dict]]:
    """Yield the location of each filled-in line, and its fields keyed by column.

    The names of any columns after ``columns`` must match the pattern ``more``.
    """
    table = read_table(path)
    names = [*(table.fieldnames or ())]
    first, others = names[: len(columns)], names[len(columns) :]
    if first != columns or not all(re.fullmatch(more, x) for x in others):
        wanted = ", ".join(columns) + (", then one per question" if more else "")
        got = ", ".join(names)
        raise ValueError(f"{path}, line 1: the columns are {wanted}; here: {got}")
    for row in table:
        at = f"{path}, line {table.line_num}"
        if None in row or None in row.values():
            raise ValueError(f"{at}: it has a different number of fields than line 1")
        cells = {name: value.strip() for name, value in row.items()}
        if any(cells[x] for x in cells if x != "variant"):  # filled in by `write_exam`
            yield at, cells


def _of_class(
    path: Path, students: Iterable[str], columns: list[str], more: str = ""
) -> Iterator[tuple[str, dict]]:
    """Yield the same as `_rows`, but reject unknown students and repeated lines."""
    known, seen = {harmless(x): x for x in students}, set[str]()
    for at, row in _rows(path, columns, more):
        _sure(row["student"] in known, at, row, "student", "a student in the gradebook")
        student = row["student"] = known[row["student"]]
        what = f"question {row['question']!r} of" if columns == TALK else "student"
        if (line := f"{what} {student!r}") in seen:
            raise ValueError(f"{at}: {line} is repeated")
        seen.add(line)
        yield at, row


def _sure(fits: bool, at: str, row: dict[str, str], name: str, what: str) -> None:
    """Raise ``ValueError``, naming the line and the value, if a field doesn't fit."""
    if not fits:
        raise ValueError(f"{at}: {name} {row[name]!r} is not {what}")


def _write(path: Path, columns: list[str], rows: Iterable[Row]) -> None:
    every: list[Row] = [[*columns], *rows]
    written = as_csv([harmless(x) for x in row] for row in every)
    atomic.write(path, f"\ufeff{written}")  # spreadsheets recognise UTF-8 by this mark


# Talks ----------------------------------------------------------------------------


def talks_of(folder: Path, assignment: str) -> Path:
    """Return the path of the table for the talks on an assignment."""
    return folder / f"talks-{assignment}.csv"


def write_talks(path: Path, sheets: Iterable[Sheet]) -> None:
    """Write one line per question. Keep the lines of students who have answered.

    Raises:
        ValueError: if an existing table can't be read.
    """
    before = [[*row.values()] for _, row in _rows(path, TALK)] if path.exists() else []
    talked = {row[0] for row in before if row[-1]}
    rows: list[Row] = []
    for sheet in sheets:
        items = [(one.task, x) for one in sheet.answers for x in one.questions]
        for number, (task, x) in enumerate(items, start=1):
            letters, right = LETTERS[: len(x.choices)], LETTERS[x.right]
            rows.append([sheet.student, task, number, x.kind, letters, right, ""])
    rows = [row for row in rows if harmless(row[0]) not in talked]
    printed = {harmless(row[0]) for row in rows}
    _write(path, TALK, [*(x for x in before if x[0] not in printed), *rows])


def read_talks(path: Path, students: Iterable[str]) -> list[Points]:
    """Return the points for the answers in talks.

    An item is one kind of question about one task.

    Args:
        students: the ids of everybody in the gradebook.

    Raises:
        ValueError: if a line can't be right.
    """
    found = list[Points]()
    for at, row in _of_class(path, students, TALK):
        letters, among = row["choices"], f"one of the letters {row['choices']}"
        right, answered = row["right"].lower(), row["answered"].lower()
        fits = len(letters) > 1 and LETTERS.startswith(letters)
        _sure(fits, at, row, "choices", f"the first letters of {LETTERS}")
        _sure(right in [*letters], at, row, "right", among)
        _sure(answered in ["", *letters], at, row, "answered", among)
        if answered:
            item = f"{row['task']} {row['kind']}"
            found.append(Points(row["student"], item, answered == right, 1))
    return found


# Exams ----------------------------------------------------------------------------


def write_exam(path: Path, drawn: Sequence[Sequence[Item]]) -> bool:
    """Write a table with one column per question, unless it is already filled in.

    Returns:
        True if the table was written.

    Raises:
        ValueError: if an existing table can't be read.
    """
    if path.exists() and any(_rows(path, EXAM, QUESTION)):
        return False
    items = [f"{i} {one.form} {one.task}" for i, one in enumerate(drawn[0], start=1)]
    variants = VARIANTS[: len(drawn)]
    _write(path, [*EXAM, *items], [["", x, *[""] * len(items)] for x in variants])
    return True


def read_exam(path: Path, students: Iterable[str]) -> list[Points]:
    """Return the points from an exam's table, in the same form as ``read_talks``."""
    found = list[Points]()
    for at, row in _of_class(path, students, EXAM, QUESTION):
        variant = row["variant"].upper()
        _sure(variant in [*VARIANTS], at, row, "variant", "the letter of a variant")
        for name in (x for x in row if row[x] and x not in EXAM):
            number = re.fullmatch(r"\d+(?:[.,]\d+)?", row[name])
            points = float(row[name].replace(",", ".")) if number else -1.0
            fits = 0 <= points <= POINTS
            _sure(fits, at, row, name, f"a number from 0 to {POINTS}")
            found.append(Points(row["student"], name, points, POINTS, variant))
    return found
