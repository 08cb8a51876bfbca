"""Asks questions about a student's own code, for points.

A notebook asks them; `lernformer.grading.judge.own_code` asks the same ones and marks
the answers.
"""

import ast
import hashlib
from collections.abc import Mapping
from typing import Any

from lernformer import checks
from lernformer.checks.own_code import EACH, LETTERS, TASKS, own_answer, pair, program
from lernformer.checks.own_code.asking import CodeQuestion, Unfit
from lernformer.checks.showing import BadCall
from lernformer.checks.wrapping import wrapped


def seed_for(term: str, student: str, task_id: str) -> int:
    """Return the seed for a student's questions about a task, in [0, 2³²)."""
    drawn = hashlib.sha256(f"{term}\0{student}\0{task_id}".encode()).digest()
    return int.from_bytes(drawn[:4], "big")


def defend_for_points(
    slug: str, term: str, student: str, letters: Mapping[str, str]
) -> None:
    """Ask the questions that the grader will mark, without giving away the key.

    Args:
        slug: the chapter's slug.
        term: the term, which changes the questions.
        student: the student's id in the gradebook, which changes them as well.
        letters: the chosen letters for each of two answers, keyed by their names;
            ``""`` where none has been chosen yet.

    Raises:
        ValueError: if an answer isn't here or doesn't pass, or a letter can't be right.
    """
    if not student:
        print("Not answered yet: enter your id and the names of two of your answers.")
        return
    if not isinstance(letters, Mapping) or len(letters) != TASKS:
        words = f"letters must name {TASKS} of your answers, each with {EACH} letters, "
        words += f'as in {{"softmax": "bd", "merge_heads": "ac"}}; got {letters!r}'
        raise BadCall(wrapped(words))
    for name, chosen in letters.items():
        questions = _questions(f"{slug}.{name}", term, student)
        pairs = zip(questions, str(chosen), strict=False)
        fits = all(x in LETTERS[: len(one.choices)] for one, x in pairs)
        if len(str(chosen)) > EACH or not fits:
            words = f"{name}: {chosen!r} must be up to {EACH} letters of its choices"
            raise BadCall(wrapped(words))
        print(f"{name}: you chose {chosen or 'nothing yet'}\n")
        for number, one in enumerate(questions, start=1):
            print(f"{one.as_text(number)}\n")


def _questions(
    task_id: str, term: str, student: str, answer: Any = None
) -> list[CodeQuestion]:
    """Return the questions about an answer; by default, the one in this notebook."""
    name = checks.task(task_id).probe.name
    try:
        functions = program.own_functions(own_answer(name, answer))
        names, cells = functions[0].__globals__, map(program.cell_of, functions)
        own = program.written(name, cells, names)
        return pair(task_id, own, seed_for(term, student, task_id))
    except (program.NoSource, Unfit, IndexError) as error:
        words = f"Nothing to ask about {name}: {error}. Choose a different answer."
        raise BadCall(wrapped(words)) from None


def entered(source: str) -> tuple[str, dict[str, str]]:
    """Return the student and letters that a cell assigns, without running it.

    Raises:
        ValueError: if the cell no longer has the form in which it was handed out.
    """
    found: dict[str, Any] = {}
    try:
        for one in ast.parse(source).body:
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
                found[one.targets[0].id] = ast.literal_eval(one.value)
        student, letters = found["student"], found["letters"]
        every = [student, *letters, *letters.values()]
        if not all(isinstance(x, str) for x in every) or not isinstance(letters, dict):
            raise TypeError("no text")
    except Exception as error:  # whatever a student wrote
        words = "the cell can't be read: it must assign `student` and `letters`"
        raise ValueError(words) from error
    return student, letters
