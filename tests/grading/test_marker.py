"""One line of an exercise's script, four cells of its notebook."""

import re

import nbformat
import pytest

from lernformer import checks
from lernformer.grading.assignment.notebooks import as_notebook

INTRODUCTION = "# %% [markdown]\n# # Exercise\n\n"
FRAME = {"how", "install", "status"}
PROSE = "# Why.\n#\n# $$\n#   x \\\\\n# $$\n"


def cells(*markers: str):
    text = INTRODUCTION + "\n".join(f"# %% {marker}\n{PROSE}" for marker in markers)
    found = nbformat.reads(as_notebook(text), as_version=4).cells
    return [cell for cell in found if cell.id not in FRAME][1:]


def test_a_marker_is_heading_answer_check_and_hint():
    heading, answer, check, hint = cells("task attention.split_heads")
    assert heading.cell_type == "markdown"
    assert heading.source == (
        "## split_heads\n\n*1 point · about 10 minutes · difficulty ●○○*\n\n"
        "Why.\n\n$$\n  x \\\\\n$$"
    )
    assert "    ### BEGIN SOLUTION\n    x = x.unflatten" in answer.source
    assert answer.id == answer.metadata.nbgrader.grade_id == "split_heads"
    assert answer.metadata.nbgrader.solution
    stub = answer.metadata.lernformer.stub  # what nbgrader leaves
    assert stub.endswith("\n    # YOUR CODE HERE\n    raise NotImplementedError()")
    assert check.source == 'check("attention.split_heads", split_heads)'
    about = {"grade": True, "grade_id": "check_split_heads", "locked": True}
    about |= {"points": 1, "schema_version": 3, "solution": False, "task": False}
    assert check.metadata.nbgrader == about
    assert hint.source.startswith('# hint("attention.split_heads")  # remove')
    for cell in (answer, check):  # what fails there does not end Run All
        assert cell.metadata.tags == ["raises-exception"]
    for cell in (hint, *cells("\nimport lernformer")):
        assert "tags" not in cell.metadata


def test_a_task_with_bugs_deals_one_and_its_solution_is_the_code_without():
    heading, answer, *_ = cells("task attention.merge_heads")
    assert "**Find the bug.**" in heading.source
    assert answer.source.startswith("### BEGIN SOLUTION\ndef merge_heads(")
    assert answer.source.endswith("### END SOLUTION")
    comment, call = answer.metadata.given.split("\n")
    assert comment.startswith("# Run this cell")
    assert call == 'merge_heads = deal("attention.merge_heads")'


def test_facts_are_the_tasks_and_only_the_first_explains_how_to_get_a_hint():
    found = cells("task attention.merge_heads", "task attention.MultiHeadAttention")
    task = checks.task("attention.MultiHeadAttention")
    facts = f"*{task.points} points · about {task.minutes} minutes · difficulty ●●●*"
    assert facts in found[4].source
    assert found[6].metadata.nbgrader.points == task.points
    assert found[7].source == '# hint("attention.MultiHeadAttention")'


def test_what_is_folded_keeps_its_first_line_in_sight():
    (folded,) = cells("folded\n# Run this cell: it draws.\nx = 1")
    assert folded.metadata.jupyter == {"source_hidden": True}
    assert folded.source.startswith("# Run this cell: it draws.\nx = 1")


def test_an_answer_may_need_more_names():
    task = "task attention.scaled_dot_product_attention"
    names = "attention_weights, merge_heads"
    answer = cells(f"{task} with {names} given softmax, softmax_jacobian")[1].source
    assert " ".join(re.findall(r"^def (\w+)", answer, re.MULTILINE)) == (
        "softmax softmax_jacobian attention_weights merge_heads "
        "scaled_dot_product_attention"
    )
    assert answer.count("### BEGIN SOLUTION") == 3


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("tusk attention.softmax\n# W", "line 4: cannot read 'tusk attention"),
        ("task softmax\n# W", "line 4: cannot read 'task softmax', expected"),
        ("\n1\n\n# %% task attention.sofmax\n# W", "line 7: no task 'attention.sofmax"),
        (
            "task attention.softmax with nothing\n# W",
            "line 4: lernformer.attention defines no nothing; it defines softmax,",
        ),
        (
            "task attention.merge_heads with softmax\n# W",
            "line 4: 'task attention.merge_heads with softmax' is a find-the-bug task",
        ),
        (
            "task attention.softmax\n# W\nx = 1",
            "line 4: a task's prose must be comments, got 'x = 1'",
        ),
        (
            "[markdown]\n# {points} for this\n\n# %% [markdown]\n# nothing",
            "the cell after {points} isn't worth any points",
        ),
    ],
)
def test_a_broken_marker_is_reported_with_its_line(script, words):
    with pytest.raises(ValueError, match=f"^{re.escape(words)}"):
        as_notebook(f"{INTRODUCTION}# %% {script}\n")
