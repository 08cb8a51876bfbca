"""Honest habits cost nothing: a right notebook keeps all points, whatever its style."""

from pathlib import Path

import nbformat
import pytest
from graded import exercise, notebook, points, solution

from lernformer.grading.judge.examiner import Examiner
from lernformer.grading.judge.release import Exercise

pytestmark = pytest.mark.slow
SLUG = "attention"
SOFTMAX = {cell.id: cell.source for cell in solution(SLUG).cells}["softmax"]

# Cells above the answer to `softmax`, each below its name. A cell defines a name that
# the answer uses: ONE, which is 1.0, or KEEP, which decorates, or EXP.
HABITS = Path(__file__).with_name("honest_habits.txt").read_text("utf-8")
FILLED = HABITS.replace("<FF>", "\f").replace("<HEX>", "0f" * 32_000)
PARTS = FILLED.removeprefix("# ").split("\n# ")
TABLE = {name: code for name, _, code in (part.partition("\n") for part in PARTS)}


def answer(code: str) -> str:
    """A right answer that uses what a cell has defined."""
    if "KEEP" in code:
        return f"@KEEP\n{SOFTMAX}"
    if "EXP" in code:
        return SOFTMAX.replace("np.exp(", "EXP(")
    return SOFTMAX.replace("return ", "return ONE * ", 1)


@pytest.fixture(scope="module")
def grade(sandboxes):
    known = exercise(SLUG)
    only = {"check_softmax": known.questions["check_softmax"]}
    examiner = Examiner(Exercise(SLUG, known.cells, only, known.kernelspec), b"x" * 32)
    return lambda content: examiner.grade(content, sandboxes(SLUG))


@pytest.mark.parametrize("name", TABLE)
def test_all_points_are_kept(grade, name):
    code = TABLE[name].strip(" \n")
    made = notebook(SLUG, softmax=answer(code))
    place = next(i for i, cell in enumerate(made.cells) if cell.id == "softmax")
    made.cells.insert(place, nbformat.v4.new_code_cell(code, id="own"))
    graded = grade(nbformat.writes(made).encode())
    details = graded.verdicts["check_softmax"].message, graded.notes
    assert graded.scores["check_softmax"] == points(SLUG)["check_softmax"], details


def test_there_are_many():
    assert len(TABLE) >= 30
    assert all(answer(code) != SOFTMAX for code in TABLE.values())
