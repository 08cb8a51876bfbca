"""Checks that this nbgrader can use a gradebook, before anything touches it."""

import sqlite3
from pathlib import Path
from urllib.parse import quote

from nbgrader.api import Base


def require_current(url: str) -> None:
    """Make sure that a gradebook has what this nbgrader needs, without writing to it.

    Only SQLite gradebooks are checked. nbgrader handles other databases itself.

    Raises:
        ValueError: if an older nbgrader made it, or if it is not a gradebook.
    """
    path = Path(url.removeprefix("sqlite:///"))
    if not url.startswith("sqlite:///") or not path.exists():
        return
    try:
        database = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)
        try:
            missing = _missing(database)
        finally:
            database.close()
    except sqlite3.OperationalError:
        return  # somebody is working on it
    except sqlite3.DatabaseError as error:
        raise ValueError(
            f"{path} isn't a gradebook, or is damaged ({error}). Nothing was changed. "
            "Move it away, or replace it with a copy."
        ) from error
    if missing:
        raise ValueError(
            f"the gradebook {path} is from an older nbgrader (it lacks {missing[0]}). "
            "Nothing was changed. `nbgrader db upgrade` brings it up to date, and "
            "keeps a copy of it."
        )


def _missing(database: sqlite3.Connection) -> list[str]:
    """Return the missing tables and columns, or none if the database is empty."""
    found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    there = {name for (name,) in found}
    # nbgrader makes this table last, so without it the gradebook isn't finished yet
    complete = "alembic_version" in there
    missing = []
    for name, table in Base.metadata.tables.items():
        if name in there:
            found = database.execute(f'PRAGMA table_info("{name}")')
            known = {column[1] for column in found}
            missing += [
                f"{name}.{c.name}" for c in table.columns if c.name not in known
            ]
        elif complete:
            missing.append(name)
    return missing
