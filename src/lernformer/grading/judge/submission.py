"""Turns a submitted file into a notebook to grade, without trusting any of it.

No submitted file can crash this code. We take only the cells' sources and their order
from the file. Everything else (metadata, points, names, outputs) is as released.
"""

import codecs
import json
import os
import re
import stat
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from lernformer.grading.judge.release import Cell, Exercise

TIMESTAMP = "timestamp.txt"  # nbgrader's file next to the notebook
MAX_FILE = 128 * 2**20  # bytes; nbgrader itself collects up to 100 MB
MAX_PARTS = 10_000_000  # items in the file's lists and objects; each needs memory
MAX_CELLS = 1000
MAX_SOURCE = 200_000  # characters of one cell
MAX_TEXT = 2_000_000  # characters of all cells; the course's notebooks have 30,000


class Unreadable(Exception):
    """The submitted file can't be graded. The message tells the student why."""


def read(path: Path) -> bytes:
    """Return the bytes of a submitted file.

    Raises:
        Unreadable: if it is missing, too large or not a regular file.
    """
    try:
        # Don't follow a link, because it could lead to the gradebook. Don't block
        # either, as opening a named pipe would.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        descriptor = os.open(path, flags)
    except FileNotFoundError as error:
        raise Unreadable(f"there is no {path.name} among the files") from error
    except OSError as error:
        raise Unreadable(f"{path.name} is a link or cannot be opened") from error
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        os.close(descriptor)
        raise Unreadable(f"{path.name} is not a file")
    with open(descriptor, "rb") as file:
        if found.st_size > MAX_FILE:
            raise Unreadable(f"{path.name} has more than {MAX_FILE >> 20} MB")
        return file.read(MAX_FILE + 1)


def parsed(content: bytes) -> dict[str, Any]:
    """Return the parsed JSON of a notebook, converted to format 4 if it is older.

    Raises:
        Unreadable: if the content is not a notebook.
    """
    if sum(map(content.count, (b"[", b"{", b","))) > MAX_PARTS:
        raise Unreadable("the file is not a notebook: it has too many parts")
    try:
        found = json.loads(decoded(content))
        if found.get("nbformat") != 4:
            found = _of_old(found)
        if not isinstance(found["cells"], list):
            raise TypeError("cells is no list")
        return found
    except Exception as error:
        deep = isinstance(error, RecursionError)
        words = "it is nested too deeply" if deep else clean(str(error))[:200]
        raise Unreadable(f"the file is not a notebook: {words}") from error


def decoded(content: bytes) -> str:
    """Return the text of a file that was saved as UTF-8 or UTF-16."""
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if marked else "utf-8-sig", errors="replace")


def _of_old(found: dict[str, Any]) -> dict[str, Any]:
    """Convert a notebook from format 1, 2 or 3 to 4, keeping only what is graded.

    We don't use nbformat's own conversion, because it examines every output, which can
    take minutes. It also writes as many "#" before a heading as the file asks for.
    """
    if found.get("nbformat") not in (1, 2, 3):
        raise ValueError("its format is unknown")
    sheets = [found] if found["nbformat"] == 1 else found["worksheets"]
    cells = [one for sheet in sheets for one in sheet["cells"] if isinstance(one, dict)]
    return {"nbformat": 4, "cells": [_from_old(cell) for cell in cells[:MAX_CELLS]]}


def _from_old(cell: dict[str, Any]) -> dict[str, Any]:
    kind, text = cell.get("cell_type"), cell.get("source", cell.get("text", ""))
    if kind == "code":
        text = cell.get("input", cell.get("code", ""))
    elif kind == "heading":
        text = f"# {' '.join(joined(text).splitlines())}"
    kind = kind if kind in ("code", "raw") else "markdown"
    return {"cell_type": kind, "source": text, "metadata": cell.get("metadata")}


def joined(text: Any) -> Any:
    """Return a cell's source as one string, even if the file stores it as a list."""
    if isinstance(text, list):
        return "".join(part for part in text if isinstance(part, str))
    return text


def sources(content: bytes) -> list[tuple[str, str, str]]:
    """Return the kind, the ``grade_id`` (or "") and the source of each cell.

    Raises:
        Unreadable: if the content is not a notebook.
    """
    cells = parsed(content)["cells"][:MAX_CELLS]
    read = filter(None, (_source(cell) for cell in cells if isinstance(cell, dict)))
    room, kept = MAX_TEXT, list[tuple[str, str, str]]()
    for kind, name, text in read:
        # if an answer in words lost its name, it is the cell before a call to reveal
        revealed = re.match(r"#? ?reveal\(\"(\w+)\"\)", text)
        if kind == "code" and revealed and kept and kept[-1][:2] == ("markdown", ""):
            kept[-1] = "markdown", revealed[1], kept[-1][2]
        kept.append((kind, name, text[:room]))
        room -= len(kept[-1][2])
    return kept


def _source(cell: dict[str, Any]) -> tuple[str, str, str] | None:
    text, kind = joined(cell.get("source", "")), cell.get("cell_type")
    if not isinstance(text, str) or kind not in ("code", "markdown", "raw"):
        return None
    metadata = cell.get("metadata")
    known = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    # A released cell's id is also its name. The id survives even if the metadata
    # is lost. Colab and Deepnote keep it within the metadata.
    kept = metadata if isinstance(metadata, dict) else {}
    name = known.get("grade_id") if isinstance(known, dict) else cell.get("id")
    name = name or kept.get("cell_id") or kept.get("id")
    made = code(text) if kind == "code" else clean(text)
    return kind, name if isinstance(name, str) else "", made[:MAX_SOURCE]


def code(text: str) -> str:
    """Return a code cell's source, cleaned except for form feeds, which Python allows.

    Before the source is shown to anybody, `clean` replaces the form feeds as well.
    """
    return "\f".join(map(clean, text.split("\f")))


def clean(text: str) -> str:
    """Return the text without characters that UTF-8, a database or a page rejects."""
    text = text.encode("utf-8", errors="replace").decode()
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]", "\ufffd", text)


def on_a_line(text: str) -> str:
    """Return the text on one line, with only printable characters."""
    return "".join(x if x.isprintable() else "\ufffd" for x in clean(text))


def opened(
    content: bytes | Unreadable, exercise: Exercise
) -> tuple[NotebookNode, list[str], str]:
    """Return a notebook to grade, notes, and why it can't be graded ("" if it can).

    If the file can't be read, all cells of the notebook are as they were released.
    """
    try:
        if isinstance(content, Unreadable):
            raise content
        return *normalise(content, exercise), ""
    except Unreadable as reason:
        notebook, _ = normalise(None, exercise)
        return notebook, [f"nothing could be graded: {reason}"], str(reason)


def normalise(content: bytes | None, exercise: Exercise) -> tuple[NotebookNode, list]:
    """Return a notebook to grade, and notes for the student on anything unusual.

    Each cell that nbgrader tracks appears at most once, with its released metadata. A
    missing cell is added again if it is graded or read-only. Only answer cells that are
    not read-only keep the student's source. If ``content`` is ``None``, all cells are
    as they were released.

    Raises:
        Unreadable: if the content is not a notebook.
    """
    notes, cells, placed = [], [], set()
    found = sources(content) if content is not None else []
    for kind, name, text in reversed(found):  # if two share a name, keep the last
        known = exercise.cells.get(name)
        if known is None:
            cells.append(_own(kind, text))
        elif name in placed:
            notes.append(f"there are several cells {name!r}; the last one counts")
            cells.append(_own(kind, text))
        else:
            placed.add(name)
            if known.locked and text.strip() != known.source.strip():
                notes.append(f"the cell {name!r} was changed; it counts as released")
            cells.append(_released(known, text))
    cells.reverse()
    for known in exercise.cells.values():
        if known.name not in placed and (known.points is not None or known.locked):
            notes.append(f"the cell {known.name!r} was missing; it was added again")
            cells.append(_released(known, known.source))
    for place, cell in enumerate(cells):
        cell.id = f"cell-{place}"
    metadata = {"kernelspec": exercise.kernelspec} if exercise.kernelspec else {}
    made = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}
    return nbformat.from_dict(made), notes


def _cell(kind: str, text: str) -> NotebookNode:
    """Make a cell as nbformat does, but without its validation, which takes 1 ms."""
    cell = NotebookNode(cell_type=kind, source=text, metadata=NotebookNode())
    if kind == "code":
        cell.outputs, cell.execution_count = [], None
    return cell


def _own(kind: str, text: str) -> NotebookNode:
    return _cell("code", text) if kind == "code" else _cell("markdown", harmless(text))


def _released(known: Cell, text: str) -> NotebookNode:
    """Make a cell that nbgrader tracks. Only an answer keeps the student's source."""
    source = known.source if known.locked or not known.solution else text
    if known.kind != "code" and source != known.source:
        source = harmless(source)
    cell = _cell(known.kind, source)
    cell.metadata.nbgrader = NotebookNode(
        schema_version=3,
        grade_id=known.name,
        grade=known.points is not None,
        solution=known.solution,
        locked=known.locked,
        task=False,
        checksum=known.checksum,
        cell_type=known.kind,
    )
    if known.points is not None:
        cell.metadata.nbgrader.points = known.points
    return cell


def harmless(markdown: str) -> str:
    """Return a student's prose with nothing left that a page could run or load.

    HTML is shown as text. Pictures become links, and a link can lead only to the web or
    nowhere at all. We need no list of dangerous tags, because no "<" is left that could
    start a tag, and the only links left go to plain addresses.
    """
    markdown = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", markdown)
    markdown = markdown.replace("![", "[").replace("]:", "] :")
    markdown = re.sub(r"\](?=\()(?!\(https?://[\w./?=#~%+-]*\))", "] ", markdown)
    return re.sub(
        r"\\(href|url|style|class|cssId|require|html\w*)\b", r"\\text", markdown
    )
