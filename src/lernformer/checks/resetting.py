"""Giving back a task's stub; what stood in its cell is kept in a file beside.

A kernel cannot change another cell than the one that it runs, and a notebook's file
that changes under an open notebook loses what is not saved. So the answer's own cell
asks, in its first line, and gets the stub in its place.
"""

import json
import os
import re
from pathlib import Path

from lernformer import whole
from lernformer.checks.showing import Told

KEPT = "kept"  # the folder beside the notebook
CALL = re.compile(r"reset\(.*\)\s*(#.*)?")


def alone(lines: list[str]) -> list[str]:
    """For IPython: of a cell whose first line resets it, that line alone is run.

    What follows may be no Python at all, which can be why somebody resets it.
    """
    first = next((line for line in lines if line.strip()), "")
    return [first] if CALL.fullmatch(first.strip()) else lines


def stub_of(name: str, slug: str) -> str:
    """What was handed out in the cell of a task, as the open notebook's file tells.

    Raises:
        ValueError: if there is no such file here, or it does not tell.
    """
    places = [Path(os.environ.get("JPY_SESSION_NAME", "")), Path(f"{slug}.ipynb")]
    for path in places:
        if path.is_file():
            cells = json.loads(path.read_text("utf-8")).get("cells", [])
            for cell in cells:
                if cell.get("id") == name and "lernformer" in cell["metadata"]:
                    return cell["metadata"]["lernformer"]["stub"]
    raise Told(
        f"the stub of {name} is in no notebook here: reset works in the exercise's own "
        f"notebook, {slug}.ipynb"
    )


def keep(task_id: str, source: str) -> Path:
    """Write what stood in a cell to a new file beside the notebook."""
    folder = Path(KEPT)
    folder.mkdir(exist_ok=True)
    number = 1
    while (path := folder / f"{task_id}-{number}.py").exists():
        number += 1
    whole.write(path, source)
    return path
