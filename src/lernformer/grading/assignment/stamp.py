"""The stamp of an exercise: a hash of its text, which identifies its notebook."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

STAMP = "exercise"  # its key in a notebook's metadata, under "lernformer"


def stamp(cells: Sequence[Mapping[str, Any]]) -> str:
    """Return a hash that identifies the text of an exercise's cells."""
    content = json.dumps([[cell["cell_type"], cell["source"]] for cell in cells])
    return hashlib.sha256(content.encode()).hexdigest()[:12]
