"""Expands a marker line like `# %% task attention.softmax` into four notebook cells.

The comments below the marker become the task's prose. The heading, answer, check and
hint come from the task and its reference solution.

A marker like `# %% answer explain_scaling, 2 points` stands for a question that
students answer in words and a person grades. The model answer is in a file next to the
checks, so that students can compare their own answer with it.
"""

import re
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

# An answer may need other definitions from the reference's module. Students write those
# listed after `with`, and are given those listed after `given`.
NAMES = r"\w+(?:, \w+)*"
MARKER = re.compile(rf"task (\w+\.\w+)(?: with ({NAMES}))?(?: given ({NAMES}))?")
ANSWER = re.compile(r"answer (\w+), (\d+) points?")
REVEAL = '# reveal("{}")  # save your answer, then remove the first "#" and compare'
# A metadata key. Its value is the stub that students get in this cell instead of
# nbgrader's stub (`clearing`).
GIVEN = "given"
DEALT = "# Run this cell: it is replaced by a colleague's code, which has one bug."
FIND = """
#
# **Find the bug.** When you run the next cell, a colleague's code takes its place, with
# one bug in it and a note on what went wrong. Fix the bug with the smallest change you
# can, then run both cells. If you rewrite everything, you earn only half the points."""
# a solution, and what nbgrader leaves in its place
SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION\n.*?### END SOLUTION", re.S | re.M)
LEFT = r"\1# YOUR CODE HERE\n\1raise NotImplementedError()"
# The graded cell with questions about a student's own code, and the cell for answers.
OWN_CODE, CHECK_OWN_CODE = "own_code", "check_own_code"
ABOUT_OWN_CODE = Path(__file__).with_name("own_code_cell.md")
LETTERS = """\
student = ""  # your id in this course
letters = {"first_answer": "", "second_answer": ""}"""
FORM = "task chapter.name [with other, names] [given other, names]"


def task_cells(marker: str, comments: str, first: bool) -> list[NotebookNode]:
    """Return the notebook cells of a task: prose, answer, check and hint.

    The marker is the text after ``# %%``, and the comments are the lines below it. The
    first task in a notebook also explains how to get a hint.

    Raises:
        ValueError: if the marker or the comments cannot be parsed, or if the marker
            names something that does not exist.
    """
    from lernformer import checks  # loads torch; most nbgrader commands don't need it
    from lernformer.checks.repairing import fixed
    from lernformer.grading.assignment.stub import BEGIN, END, stub

    if not (read := MARKER.fullmatch(marker)):
        raise ValueError(f"cannot read {marker!r}, expected {FORM!r}")
    task_id, written, given = read.groups(default="")
    task = checks.task(task_id)
    name = task_id.partition(".")[2]
    difficulty = "●" * task.difficulty + "○" * (3 - task.difficulty)
    facts = f"*{task.worth} · about {task.minutes} minutes · difficulty {difficulty}*"
    known = _known(name, solution=True)
    if not task.bugs:
        others = re.findall(r"\w+", written), re.findall(r"\w+", given)
        answer = stub(task_id, *others)
    elif written or given:
        raise ValueError(
            f"{marker!r} is a find-the-bug task: its cell can't contain anything else"
        )
    else:
        answer = f"{BEGIN}\n{fixed(task)}{END}"
        known[GIVEN] = f'{DEALT}\n{name} = deal("{task_id}")'
        comments += FIND
    known["lernformer"] = {"stub": known.get(GIVEN) or SOLUTION.sub(LEFT, answer)}
    call, hint = f'check("{task_id}", {name})', f'# hint("{task_id}")'
    check = _known(f"check_{name}", grade=True, locked=True, points=task.points)
    return [
        new_markdown_cell(f"## {name}\n\n{facts}\n\n{_prose(comments)}"),
        new_code_cell(answer, metadata=known),
        new_code_cell(call, metadata=check),
        new_code_cell(hint + '  # remove the first "#" for a hint' * first),
    ]


def answer_cells(name: str, points: int) -> list[NotebookNode]:
    """Return the notebook cells for an answer in words: the answer and a `reveal` call.

    Raises:
        ValueError: if there is no model answer with that name.
    """
    from lernformer.checks.revealing import model_answer

    known = _known(name, grade=True, solution=True, points=points)
    return [
        new_markdown_cell(model_answer(name).rstrip(), metadata=known),
        new_code_cell(REVEAL.format(name)),
    ]


def own_code_cells(slug: str, points: float, term: str) -> list[NotebookNode]:
    """Return the cells that ask about a student's own code and are worth ``points``."""
    source = "from lernformer.checks import defend_for_points\n\n"
    source += f'defend_for_points("{slug}", "{term}", student, letters)'
    prose = ABOUT_OWN_CODE.read_text("utf-8").rstrip("\n").format(points=f"{points:g}")
    answer = _known(OWN_CODE, solution=True) | {GIVEN: LETTERS}
    check = _known(CHECK_OWN_CODE, grade=True, locked=True, points=points)
    return [
        new_markdown_cell(prose, id=f"about_{OWN_CODE}"),
        new_code_cell(LETTERS, metadata=answer, id=OWN_CODE),
        new_code_cell(source, metadata=check, id=CHECK_OWN_CODE),
    ]


def _prose(comments: str) -> str:
    for line in comments.splitlines():
        if not line.startswith("#"):
            raise ValueError(f"a task's prose must be comments, got {line!r}")
    return re.sub("^# ?", "", comments, flags=re.MULTILINE)


def _known(grade_id: str, **marks: bool | float) -> dict:
    """Return the metadata by which nbgrader recognises a cell."""
    usual = {"grade": False, "locked": False, "solution": False, "task": False}
    return {"nbgrader": usual | marks | {"grade_id": grade_id, "schema_version": 3}}
