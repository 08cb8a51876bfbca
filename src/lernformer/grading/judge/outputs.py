"""Builds what a graded notebook shows: verdicts, and outputs that can't run code."""

import base64
import html
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from lernformer.checks.verdict import Verdict
from lernformer.grading.judge.run import Transcript
from lernformer.grading.judge.submission import clean

MAX_PAGE = 4 * 2**20  # characters of all outputs
PICTURES = {"image/png": b"\x89PNG\r\n", "image/jpeg": b"\xff\xd8\xff"}


def heading(notes: list[str], seconds: float, budget: float) -> NotebookNode:
    """Return a graded notebook's first cell, with the running time and any notes."""
    return noted(notes, f"*It ran for {seconds:.1f} of {budget:g} seconds.*")


def noted(notes: list[str], intro: str = "") -> NotebookNode:
    """Return a prose cell that lists notes below an introductory text."""
    lines = [f"- {html.escape(clean(note))}" for note in dict.fromkeys(notes)]
    cell = new_markdown_cell("\n".join([intro, "", *lines]).strip())
    cell.id = "graded"
    return cell


def scored(verdict: Verdict, points: float) -> NotebookNode:
    """Return a verdict as a cell output: points for nbgrader, and HTML for the page."""
    made = number(points)
    made.data["text/html"] = verdict._repr_html_()
    return made


def number(points: float) -> NotebookNode:
    """Return points as a cell output that nbgrader can read."""
    data = {"text/plain": repr(points)}
    return new_output("execute_result", data=data, execution_count=None)


def keep(cell: NotebookNode) -> None:
    """Replace a cell's outputs from a Jupyter kernel with ones that can't run code.

    In a graded cell, the stream "stderr" is renamed to "stdout", because nbgrader would
    treat it as an error.
    """
    graded = cell.metadata.get("nbgrader", {}).get("grade", False)
    found = []
    for output in cell.outputs:
        kind, data = output.output_type, dict(output.get("data", {}))
        if kind == "stream":
            name = "stdout" if graded else output.name
            found.append({"kind": name, "data": {"text": output.text}})
        elif kind == "error":
            text = "\n".join(output.traceback) or f"{output.ename}: {output.evalue}"
            found.append({"kind": "error", "data": {output.ename: text}})
        else:
            words = {mime: x for mime, x in data.items() if isinstance(x, str)}
            found.append({"kind": "display", "data": words})
    cell.outputs = _outputs(found, MAX_PAGE)


def show(notebook: NotebookNode, transcript: Transcript) -> None:
    """Fill in each code cell's outputs from the transcript of a run."""
    room = MAX_PAGE
    for place, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        made = _outputs(transcript.outputs.get(place), room)
        room -= sum(len(str(output)) for output in made)
        if reason := transcript.stopped.get(place):
            words = f"this cell is {reason}; the other cells still ran"
            made.append(_error("Stopped", words))
        cell.outputs = made


def _outputs(found: Any, room: int) -> list[NotebookNode]:
    """Return a cell's well-formed outputs, as many as fit in ``room`` characters."""
    made = []
    for one in found if isinstance(found, list) else []:
        try:
            output = _output(one["kind"], one["data"])
        except (LookupError, TypeError, ValueError):
            continue
        room -= len(str(output))
        if room < 0:
            made.append(_error("Cut", "the rest of the output is left out"))
            break
        made.append(output)
    return made


def _output(kind: Any, data: Any) -> NotebookNode:
    if not isinstance(kind, str) or not isinstance(data, dict):
        raise TypeError("no output")
    if not all(isinstance(word, str) for word in [*data, *data.values()]):
        raise TypeError("no words")
    if kind in ("stdout", "stderr"):
        return new_output("stream", name=kind, text=clean(data["text"]))
    if kind == "error":
        ((name, text),) = data.items()
        return _error(clean(name), clean(text))
    kept = {"text/plain": clean(data.get("text/plain", ""))}
    for mime, begin in PICTURES.items():
        if mime in data:
            picture = base64.b64decode(data[mime], validate=True)
            if picture.startswith(begin):
                kept[mime] = base64.b64encode(picture).decode()
    return new_output("display_data", data=kept)


def _error(name: str, text: str) -> NotebookNode:
    return new_output("error", ename=name, evalue="", traceback=text.splitlines())
