"""Reads class.toml for who is in the class, and protects what students must not see."""

import csv
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Everybody can read the clone, except for what isn't meant for students: solutions,
# rubrics, the answers that test the checks, and the history, which contains them all.
PRIVATE = [HERE.parents[1] / name for name in (".git", "solutions", "tests")]


def read_class(file: Path) -> dict:
    """Return the class that `file` describes.

    Raises:
        ValueError: if a name is missing, occurs twice or can't be an account's name.
    """
    known = tomllib.loads(file.read_text(encoding="utf-8"))
    needed = {"course", "exchange", "instructor", "students"}
    if known.keys() != needed:
        different = ", ".join(sorted(known.keys() ^ needed))
        raise ValueError(f"{file}: missing or unknown: {different}")
    if isinstance(known["students"], str):
        known["students"] = read_list(file.parent / known["students"])
    names = [known["instructor"], *known["students"]]
    for name in names:
        # JupyterHub converts names to lower case; nbgrader splits file names at "+"
        if name != name.lower() or set(name) & set("+*/ "):
            raise ValueError(f"{file}: {name!r} cannot be the name of an account")
        if names.count(name) > 1:
            raise ValueError(f"{file}: {name!r} is listed twice")
    return known


def require_folders(members: dict) -> None:
    """Make sure that there is a course and an exchange."""
    for name in ("course", "exchange"):
        if not Path(members[name]).is_dir():
            raise ValueError(f"class.toml: {name}: there is no folder {members[name]}")


def read_list(file: Path) -> list[str]:
    """Return the ids in a class list, a CSV file for `nbgrader db student import`."""
    with file.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    if not rows or "id" not in rows[0]:
        raise ValueError(
            f"{file}: a class list needs a column id and at least one student"
        )
    return [row["id"].strip() for row in rows]


def require_private() -> None:
    """Make sure that students can't read what isn't meant for them.

    Raises:
        PermissionError: if other accounts can read one of those folders.
    """
    for folder in PRIVATE:
        if folder.exists() and folder.stat().st_mode & 0o077:
            raise PermissionError(
                f"other accounts can read {folder}: chmod 700 {folder}"
            )
