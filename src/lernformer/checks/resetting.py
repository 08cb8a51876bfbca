"""Restores a task's stub, and saves what was in its cell next to the notebook.

A kernel can only change the cell that is running. Changing the file of an open notebook
isn't an option, because students would lose whatever they haven't saved. So students
write the call in the first line of the task's own cell, which the stub then replaces.
"""

import json
import os
import re
import symtable
from collections.abc import Iterator
from pathlib import Path

from lernformer import atomic
from lernformer.checks.session import Ran
from lernformer.checks.showing import BadCall

KEPT = "kept"  # the folder next to the notebook
CALL = re.compile(r"reset\(.*\)\s*(#.*)?")


def alone(lines: list[str]) -> list[str]:
    """If a cell's first line resets it, tell IPython to run only that line.

    The rest of the cell may not be valid Python, which may be the reason for the reset.
    """
    first = next((line for line in lines if line.strip()), "")
    return [first] if CALL.fullmatch(first.strip()) else lines


def stub_of(name: str, slug: str) -> str:
    """Return the original content of a task's cell, from the notebook's file.

    Raises:
        ValueError: if no notebook in this folder contains the task.
    """
    for cell in cells(f"{slug}.ipynb"):
        if cell.get("id") == name and "lernformer" in cell["metadata"]:
            return cell["metadata"]["lernformer"]["stub"]
    raise BadCall(
        f"no notebook here has the stub of {name}: call reset in the exercise's own "
        f"notebook, {slug}.ipynb"
    )


def maker_of(name: str, ran: Ran) -> str:
    """Return the first line of the cell that defines a name outside of functions.

    If there are several such cells, return that of the last one before the cell that
    was run. If there are none, return an empty string.
    """
    first = ""
    for cell in cells("*.ipynb"):
        source = "".join(cell["source"]).strip()
        if cell.get("id", source) == ran.cell or source == ran.source.strip():
            break
        if cell["cell_type"] == "code" and name in _bound(source):
            first = source.partition("\n")[0]
    return first


def _bound(source: str) -> set[str]:
    """Return the names that a cell assigns or imports outside of functions."""
    try:
        found = symtable.symtable(source, "cell", "exec").get_symbols()
    except SyntaxError:
        return set()
    return {x.get_name() for x in found if x.is_assigned() or x.is_imported()}


def cells(pattern: str) -> Iterator[dict]:
    """Yield the cells in the open notebook's file and in files here that match."""
    paths = Path(os.environ.get("JPY_SESSION_NAME", "")), *sorted(Path().glob(pattern))
    for path in dict.fromkeys(path.resolve() for path in paths):
        if path.is_file():
            yield from json.loads(path.read_text("utf-8")).get("cells", [])


def keep(task_id: str, source: str) -> Path:
    """Save what was in a cell to a new file, in a folder next to the notebook."""
    folder = Path(KEPT)
    folder.mkdir(exist_ok=True)
    number = 1
    while (path := folder / f"{task_id}-{number}.py").exists():
        number += 1
    atomic.write(path, source)
    return path
