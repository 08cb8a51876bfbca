"""Reads the tables that the everyday grammar is made of.

A table is plain text. A line that begins with "#" is a comment, and a line "[name]"
begins a section.
"""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("tables")


@cache
def sections(name: str) -> dict[str, list[str]]:
    """Return the rows of each section; without sections, all rows are in ""."""
    found: dict[str, list[str]] = {"": []}
    rows = found[""]
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        line = line.strip()
        if line.startswith("[") and line.endswith("]"):
            rows = found.setdefault(line[1:-1], [])
        elif line and not line.startswith("#"):
            rows.append(line)
    return found


def rows(name: str, section: str = "") -> list[str]:
    """Return the rows of a table, or of one of its sections."""
    return sections(name)[section]


@cache
def words(name: str, section: str) -> list[str]:
    """Return the words in a section, whose rows can have any number of words."""
    return " ".join(rows(name, section)).split()


@cache
def pairs(name: str, section: str = "") -> list[tuple[str, str]]:
    """Return both sides of each row "English = German"."""
    found = (row.partition(" = ") for row in rows(name, section))
    return [(english, german) for english, _, german in found]
