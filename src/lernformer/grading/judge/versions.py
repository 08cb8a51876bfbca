"""Records which checks, exercise and hidden cases a submission was graded under.

If a check is corrected, or the points or the term change, the same submission may earn
a different score. So the graded notebook keeps a hash of each of these parts. If half a
class was graded under different conditions, we can then warn about it when grading, in
the report and before an export.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory

import lernformer
from lernformer import CHAPTERS
from lernformer.grading.judge import grading_record
from lernformer.grading.judge.release import Cell, cells_of
from lernformer.grading.judge.seeds import known_secret

WORDS = {
    "checks": "checks",
    "exercise": "points or cells of the exercise",
    "cases": "hidden cases",
}
PARTS = (*WORDS, "term")
JUDGING = ("checks", "probes", "mistakes", *CHAPTERS)


def _hash(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]


@cache
def checks_version() -> str:
    """Return a hash of all code and tables that affect what an answer earns."""
    package = Path(lernformer.__file__).parent
    files = [package / f"{name}.py" for name in JUDGING]
    for kind in ("*.py", "*.txt"):
        files += (file for name in JUDGING for file in (package / name).rglob(kind))
    there = sorted(file for file in files if file.exists())
    named = ((str(x.relative_to(package)).encode(), x.read_bytes()) for x in there)
    return _hash(*(part for pair in named for part in pair))


def version(cells: Iterable[Cell], secret: bytes, term: str) -> dict[str, str]:
    """Return the versions that a submission is graded under, keyed by part."""
    texts = (f"{x.name}\n{x.points}\n{x.locked}\n{x.source}" for x in cells)
    return {
        "checks": checks_version(),
        "exercise": _hash(*(text.encode() for text in texts)),
        "cases": _hash(b"cases", secret),
        "term": term,
    }


def differs(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """Return the names of the parts that differ, ignoring any that ``old`` lacks."""
    return [
        words
        for part, words in WORDS.items()
        if part in old and old[part] != new.get(part)
    ]


def stale(book: Gradebook, course: CourseDirectory, assignment: str) -> list[str]:
    """Return warnings about students graded under outdated checks, points or cases."""
    try:
        notebooks = book.find_assignment(assignment).notebooks
    except MissingEntry:
        return []
    # the course object got its configuration before nbgrader_config.py was read
    config = (course.parent or course).config
    term = str(config.get("Judge", {}).get("term", ""))
    secret = known_secret(folder_of(course), assignment, term) or b""
    found: dict[str, list[str]] = {}
    for notebook in notebooks:
        now = version(cells_of(notebook).values(), secret, term)
        for path in _graded(course, assignment, notebook.name):
            record, _ = grading_record.read(path)
            for words in differs(record.get("version", {}), now):
                found.setdefault(words, []).append(path.parent.parent.name)
    return [
        f"{len(students)} were graded under other {words}: {few(students)}"
        for words, students in found.items()
    ]


def _graded(course: CourseDirectory, assignment: str, name: str) -> list[Path]:
    folder = Path(course.root, course.autograded_directory)
    return sorted(folder.glob(f"*/{assignment}/{name}.ipynb"))


def few(students: list[str]) -> str:
    shown = ", ".join(students[:10])
    return shown + (f" and {len(students) - 10} more" if len(students) > 10 else "")


def folder_of(course: CourseDirectory) -> Path:
    """Return the folder of an SQLite gradebook, or else the course's folder."""
    url = course.db_url
    if url.startswith("sqlite:///"):
        return Path(url.removeprefix("sqlite:///")).parent
    return Path(course.root)


def require_secret(course: CourseDirectory, assignment: str, term: str) -> None:
    """If anyone was already graded with the secret, check that it still exists.

    Raises:
        ValueError: if it is lost. A new secret would mean different cases for the rest.
    """
    if known_secret(folder_of(course), assignment, term) is not None:
        return
    graded = [
        path
        for path in _graded(course, assignment, "*")
        if grading_record.read(path)[0].get("version", {}).get("term") == term
    ]
    if graded:
        raise ValueError(
            f"the secret of {assignment!r}, term {term!r}, is gone from "
            f"{folder_of(course) / 'grading.seeds'}, and {len(graded)} were graded "
            "with it. Put the file back (`lernformer restore`), or set a different "
            "c.Judge.term in nbgrader_config.py and regrade everyone with --force"
        )
