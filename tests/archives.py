"""What Moodle, Canvas and ILIAS export for an assignment, written by their rules.

This doesn't use our reader: names are changed as those platforms change them.
"""

import re
import unicodedata
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True)
class Sent:
    """A file that a student handed in."""

    id: str
    first: str
    last: str
    number: int
    file: str
    content: bytes
    when: datetime = datetime(2026, 11, 20, 12, 0)
    late: bool = False


def moodle(one: Sent) -> str:
    """`fullname` without underscores, cleaned as a file's name (PARAM_FILE)."""
    name = f"{one.first} {one.last}".strip().replace("_", " ")
    name = re.sub(r"[\x00-\x1f\x7f-\x9f&<>\"`|':\\/]", "", name)
    return f"{name}_{one.number}_assignsubmission_file/{one.file}"


def moodle_flat(one: Sent) -> str:
    return moodle(one).replace("_file/", "_file_")


def canvas(one: Sent) -> str:
    """The sortable name without punctuation, in lower case; then the file's number."""
    name = re.sub(r"_(\d+)_", r"\1", f"{one.last}, {one.first}")
    words = "_".join([name, *(["LATE"] if one.late else []), str(one.number)])
    words = re.sub(r"[^\w]", "", words).lower()
    return f"{words}_{one.number + 9}_{one.file}"


def ilias(one: Sent) -> str:
    """Only ASCII remains of the folder's name."""
    name = f"{one.last}_{one.first}_{one.id}_{one.number}"
    for letter, *two in ("äae", "öoe", "üue", "ÄAe", "ÖOe", "ÜUe", "ßss"):
        name = name.replace(letter, "".join(two))
    name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    name = re.sub(r"[^\w. -]", "_", name).replace("/", "_")
    late = "Late Submission - " if one.late else ""
    return f"Attention/Submissions/{name}/{late}{one.file}"


def write(path: Path, form, sent: Iterable[Sent]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for one in sent:
            info = zipfile.ZipInfo(form(one), one.when.timetuple()[:6])
            archive.writestr(info, one.content)
    return path
