"""Restore a task's stub, and keep what was in its cell in a file next to the notebook.

A kernel can change only the cell that it runs, and changing the file of an open
notebook loses whatever isn't saved. So the call goes into the first line of the
answer's own cell, and the stub replaces that cell.
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
    """Tell IPython to run only a cell's first line if that line resets the cell.

    The rest may not even be valid Python, which may be why somebody resets it.
    """
    first = next((line for line in lines if line.strip()), "")
    return [first] if CALL.fullmatch(first.strip()) else lines


def stub_of(name: str, slug: str) -> str:
    """Return the original content of a task's cell, from the open notebook's file.

    Raises:
        ValueError: if no such file here has it.
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

    If several cells do, take the last one before the cell that was run; empty if none.
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
    """Yield the cells of the open notebook's file, and of matching files here."""
    paths = Path(os.environ.get("JPY_SESSION_NAME", "")), *sorted(Path().glob(pattern))
    for path in dict.fromkeys(path.resolve() for path in paths):
        if path.is_file():
            yield from json.loads(path.read_text("utf-8")).get("cells", [])


def keep(task_id: str, source: str) -> Path:
    """Write what was in a cell to a new file next to the notebook."""
    folder = Path(KEPT)
    folder.mkdir(exist_ok=True)
    number = 1
    while (path := folder / f"{task_id}-{number}.py").exists():
        number += 1
    atomic.write(path, source)
    return path
