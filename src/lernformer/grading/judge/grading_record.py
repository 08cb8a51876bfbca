"""A graded submission, and the record in it that class reports are made from.

The judge writes this record itself, and drops all metadata that a submission contains.
"""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbformat import NotebookNode

from lernformer.grading.judge.submission import Unreadable, clean

if TYPE_CHECKING:
    from lernformer.checks.verdict import Verdict

RECORD = "lernformer"
FIELDS = ("mistake", "cause", "aspect", "symptom")


@dataclass(frozen=True)
class Graded:
    """A graded submission."""

    notebook: NotebookNode
    scores: dict[str, float]  # the points earned, keyed by check cell
    seconds: float
    # the verdict on each answer, keyed by check cell
    verdicts: dict[str, "Verdict"] = field(default_factory=dict)
    # descriptions of anything unusual about the notebook
    notes: list[str] = field(default_factory=list)


def record(
    content: bytes | Unreadable,
    seconds: float,
    notes: list[str],
    verdicts: dict[str, "Verdict"],
) -> dict[str, Any]:
    """Return the record for a graded notebook's metadata, including its mistakes."""
    return {
        "submitted": fingerprint(content),
        "seconds": round(seconds, 2),
        "notes": [clean(note)[:300] for note in dict.fromkeys(notes)],
        "wrong": {
            name: {word: (getattr(verdict, word) or "")[:300] for word in FIELDS}
            for name, verdict in verdicts.items()
            if not verdict.passed
        },
    }


def fingerprint(content: bytes | Unreadable) -> str:
    """Return a hash of the submitted file, or the reason it cannot be read."""
    if isinstance(content, Unreadable):
        return str(content)
    return hashlib.sha256(content).hexdigest()


def read(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the record and the cells of a graded notebook; empty if there is none."""
    try:
        notebook = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}, []
    return notebook.get("metadata", {}).get(RECORD, {}), notebook.get("cells", [])
