"""Attacks by notebooks whose cells are more than written code."""

import numpy as np
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell

from lernformer import checks
from lernformer.grading.judge.round import PUBLIC_SEED

from .attack import Attack, changes

LINKS = (
    "[x](javascript:alert(1))",
    "[x]( java&#115;cript:alert(1) 'title')",
    "[x][y]\n\n[y]:javascript:alert(1)",
    "<javascript:alert(1)>",
    "| a |\n|---|\n| [x](javascript:alert(1)) |",
    "[x](data:text/html,<script>alert(1)</script>)",
    "$\\href{javascript:alert(1)}{x}$",
)
PICTURES = (
    "| a |\n|---|\n| ![x](https://example.invalid/x.png) |",
    "!!![x](https://example.invalid/x.png)",
    "![x][y]\n\n[y]: https://example.invalid/x.png",
    "\\![x](/hub/logout)",
    "[![x](https://example.invalid/x.png)](https://example.invalid)",
)


@changes(earns={"softmax": 0})
def cells_edited(notebook):
    """Empties every check and raises its points to a hundred; an answer is wrong."""
    for cell in notebook.cells:
        if cell.id == "softmax":
            cell.source = "def softmax(scores, axis=-1):\n    return scores"
        if cell.id.startswith("check_"):
            cell.source = "pass"
            cell.metadata.nbgrader.points = 100
            cell.metadata.nbgrader.grade = cell.id != "check_softmax"


@changes(earns={"split_heads": 0})
def cells_without_an_answer(notebook):
    """Deletes one answer."""
    notebook.cells = [c for c in notebook.cells if c.id != "split_heads"]


@changes(earns=None)
def cells_all_deleted(notebook):
    """Hands in a notebook without cells."""
    notebook.cells = []


@changes()
def cells_deleted(notebook):
    """Deletes every check; the answers are right."""
    notebook.cells = [c for c in notebook.cells if not c.id.startswith("check_")]


@changes()
def cells_duplicated(notebook):
    """Hands in every cell twice, ids and all."""
    notebook.cells = [cell for cell in notebook.cells for _ in range(2)]


@changes()
def cells_moved(notebook):
    """Puts the cells in reverse order."""
    checks = [c for c in notebook.cells if c.id.startswith("check_")]
    others = [c for c in notebook.cells if not c.id.startswith("check_")]
    notebook.cells = checks[::-1] + others


@changes()
def cells_renamed(notebook):
    """Gives every cell a new name."""
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata and cell.cell_type == "code":
            cell.metadata.nbgrader.grade_id += "_x"


@changes()
def cells_retagged(notebook):
    """Turns checks into answers, answers into checks, and code into text."""
    for cell in notebook.cells:
        known = cell.metadata.get("nbgrader")
        if known and cell.cell_type == "code":
            known.grade, known.solution = known.solution, known.grade
            known.locked = not known.locked
            if cell.id == "merge_heads":
                cell.cell_type = "markdown"
                del cell["outputs"], cell["execution_count"]


@changes(earns={"softmax": 0})
def cells_swapped(notebook):
    """Swaps the names of a check and an answer."""
    cells = {cell.id: cell for cell in notebook.cells}
    for name, other in (("check_softmax", "softmax"), ("softmax", "check_softmax")):
        known = dict(cells[name].metadata.nbgrader)
        cells[name].metadata.nbgrader = known | {"grade_id": other}


@changes()
def file_of_outputs(notebook):
    """Hands in thirty megabytes of outputs; loses no points."""
    text = "x" * 30_000_000
    for cell in notebook.cells:
        if cell.id == "check_softmax":
            cell.outputs = [{"output_type": "stream", "name": "stdout", "text": text}]


@changes()
def metadata_missing(notebook):
    """Hands in cells without any metadata, for a kernel that does not exist."""
    names = {"name": "../../bin/sh", "display_name": "sh", "language": "bash"}
    notebook.metadata["kernelspec"] = names
    for cell in notebook.cells:
        cell.metadata = type(cell.metadata)()


@changes()
def metadata_strange(notebook):
    """Hands in metadata of unexpected types and versions."""
    strange = [None, 7, [], "x", {"grade_id": 7}, {"schema_version": 99}]
    for i, cell in enumerate(notebook.cells):
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.pop("schema_version")
        else:
            cell.metadata["nbgrader"] = strange[i % len(strange)]


@changes()
def picture_from_elsewhere(notebook):
    """Loads pictures from elsewhere; has links, a raw cell and tags with scripts."""
    notebook.cells += map(new_markdown_cell, (*PICTURES, *LINKS))
    notebook.metadata["title"] = "<script>alert(3)</script>"
    notebook.metadata["authors"] = [{"name": "</title><script>alert(4)</script>"}]
    for cell in notebook.cells:
        cell.metadata["tags"] = ["<script>alert(5)</script>"]
    html = {"raw_mimetype": "text/html"}
    raw = new_raw_cell("<script>alert(1)</script>", id="raw", metadata=html)
    notebook.cells.insert(0, raw)


@changes()
def process_ends_in_every_cell(notebook):
    """Has a hundred cells, and each ends the process."""
    codes = (f"x = {i}\nimport os; os._exit(0)" for i in range(100))
    notebook.cells += map(new_code_cell, codes)


@changes()
def prose_slow_to_show(notebook):
    """Has prose that takes a Markdown renderer minutes."""
    texts = ("# a\n" * 50_000, "&" * 150_000, "```\n" * 40_000)
    notebook.cells += map(new_markdown_cell, texts)


@changes()
def prose_without_end(notebook):
    """Hands in a hundred megabytes of prose."""
    notebook.cells += [new_markdown_cell("word " * 40_000) for _ in range(500)]


def _learned() -> str:
    """An answer made of what anybody can find out at home, where the course is."""
    softmax = checks.task("attention.softmax")
    known = {}
    for case in softmax.cases(np.random.default_rng(PUBLIC_SEED)):
        x, axis = case.inputs["scores"], case.inputs.get("axis", -1)
        known[x.tobytes(), axis] = softmax.expected(case)["result"].tolist()
    return (
        f"known = {known!r}\n\ndef softmax(scores, axis=-1):\n"
        "    return np.array(known.get((scores.tobytes(), axis), scores))"
    )


GENERATED = [
    Attack(
        "public_cases_learned",
        "Knows the public cases by heart and nothing else.",
        {"softmax": _learned()},
        {"softmax": 0},
        says=["hidden case"],
    ),
    Attack(
        "unicode_invalid",
        "Hands in half characters, in code and in prose; loses no points.",
        {"explain_scaling": "half a character: \ud800, and \x00 \x1b"},
        first=["name = '\ud83d'  # half a character"],
    ),
]
