"""Explains why a name is missing from a notebook: the error, with its cell and line."""

import re
from collections.abc import Mapping, Sequence

MISSING = re.compile(r"name '(\w+)' is not defined")
LONG = 40  # characters shown of a cell's first line


def cause_of(name: str, cells: Sequence[str | None], errors: Mapping[int, str]) -> str:
    """Return the error that prevented a cell from defining a name, or an empty string.

    If that error was itself caused by a different missing name, return the error behind
    that name instead. Prose cells are given as ``None``. ``errors`` contains the first
    error in each cell ("line 3: …"), keyed by the cell's index.
    """
    found, seen = "", set[str]()
    while name not in seen:
        seen.add(name)
        last = [x for x in errors if defines(cells[x] or "", name)][-1:]
        for place in last:
            found = error_in(place, cells, errors)
            if missing := MISSING.search(errors[place]):
                name = missing[1]
    return found


def error_in(place: int, cells: Sequence[str | None], errors: Mapping[int, str]) -> str:
    """Return the first error in a cell, with the cell's number and first line.

    The cell's number is its position among the code cells.
    """
    number = sum(text is not None for text in cells[: place + 1])
    first = next(iter((cells[place] or "").strip().splitlines()), "")
    return f"cell {number} (“{first[:LONG]}”), {errors[place]}"


def defines(source: str, name: str) -> bool:
    """Return True if a cell is meant to define a name, even if it can't be parsed."""
    made = rf"(?:async\s+)?(?:def|class)\s+{name}\b|{name}\s*(?::[^=\n]*)?=(?!=)"
    brought = rf"(?:from|import)\b.*\b{name}\b"
    return bool(re.search(rf"^[\s\ufeff]*(?:{made}|{brought})", source, re.M))
