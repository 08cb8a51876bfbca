"""Submissions for tests of the grading, made without nbgrader."""

import json
import re
from functools import cache

import nbformat
from course import ROOT

from lernformer.grading.judge.notebooks import METADATA, as_notebook
from lernformer.grading.judge.release import Cell, Exercise, question_of

SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION.*?### END SOLUTION$", re.S | re.M)


@cache
def solution(slug: str) -> nbformat.NotebookNode:
    """The exercise with its solutions."""
    script = ROOT / "solutions" / slug / f"{slug}.py"
    return nbformat.reads(as_notebook(script.read_text("utf-8")), as_version=4)


@cache
def exercise(slug: str) -> Exercise:
    """What nbgrader's gradebook would hold."""
    cells = {}
    for cell in solution(slug).cells:
        known = cell.metadata.get("nbgrader")
        if known:
            source = cell.source
            if known.solution and cell.cell_type == "code":
                source = SOLUTION.sub(r"\1raise NotImplementedError()", source)
            cells[known.grade_id] = Cell(
                name=known.grade_id,
                kind=cell.cell_type,
                source="" if known.solution and known.grade else source,
                checksum="0",
                locked=known.locked,
                points=float(known.points) if known.grade else None,
                solution=known.solution,
            )
    tasks = {
        name: question_of(cell)
        for name, cell in cells.items()
        if cell.points is not None and cell.kind == "code"
    }
    return Exercise(slug, cells, tasks, METADATA["kernelspec"])


def points(slug: str) -> dict[str, float]:
    """What each check is worth."""
    known = exercise(slug)
    return {name: known.cells[name].points for name in known.questions}


def notebook(slug: str, **answers: str) -> nbformat.NotebookNode:
    """A submission, right except for the answers given; ``None`` leaves the stub."""
    made = nbformat.from_dict(json.loads(json.dumps(solution(slug))))
    for cell in made.cells:
        known = exercise(slug).cells.get(cell.id)
        if cell.id in answers:
            stub = known.source if known else ""
            cell.source = stub if answers[cell.id] is None else answers[cell.id]
    return made


def content(slug: str, **answers: str) -> bytes:
    """The bytes of such a submission."""
    return nbformat.writes(notebook(slug, **answers)).encode()
