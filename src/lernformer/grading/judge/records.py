"""What a graded notebook says of itself, in its metadata, for reports on the class.

The judge writes it; of a submission's own metadata nothing is left in there.
"""

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lernformer.grading.judge.submission import Unreadable, clean

if TYPE_CHECKING:
    from lernformer.checks.verdict import Verdict

RECORD = "lernformer"
TOLD = ("mistake", "cause", "aspect", "symptom")


def record(
    content: bytes | Unreadable,
    seconds: float,
    notes: list[str],
    verdicts: dict[str, "Verdict"],
) -> dict[str, Any]:
    """The metadata for a submission that was graded.

    Args:
        content: what was submitted.
        seconds: how long the grading took.
        notes: what was strange about it.
        verdicts: on the answers, by check cell; those that are wrong are kept.
    """
    return {
        "submitted": fingerprint(content),
        "seconds": round(seconds, 2),
        "notes": [clean(note)[:300] for note in dict.fromkeys(notes)],
        "wrong": {
            name: {word: (getattr(verdict, word) or "")[:300] for word in TOLD}
            for name, verdict in verdicts.items()
            if not verdict.passed
        },
    }


def fingerprint(content: bytes | Unreadable) -> str:
    """By which one sees that a submission is another one than before."""
    if isinstance(content, Unreadable):
        return str(content)
    return hashlib.sha256(content).hexdigest()


def read(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The record and the cells of a graded notebook; empty where there is none."""
    try:
        notebook = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}, []
    return notebook.get("metadata", {}).get(RECORD, {}), notebook.get("cells", [])
