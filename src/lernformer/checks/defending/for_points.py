"""Questions about a student's own code whose answers earn points.

A notebook asks them, and the grader, which makes the same questions again, marks them
(`lernformer.grading.judge.own_code`).
"""

import ast
import hashlib
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lernformer import checks
from lernformer.checks.defending import EACH, LETTERS, TASKS, pair, written_out
from lernformer.checks.defending.asking import Asked, Unfit
from lernformer.checks.defending.program import (
    NoSource,
    cell_of,
    own_functions,
    written,
)
from lernformer.checks.showing import Told, shell_here
from lernformer.checks.wrapping import wrapped

NEEDED = f"name {TASKS} of your answers, each with {EACH} letters, as in "
NEEDED += '{"softmax": "bd", "merge_heads": "ac"}'


def seed_for(term: str, student: str, task_id: str) -> int:
    """Return the seed of a student's questions on a task, in [0, 2³²)."""
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
            ``""`` where none is chosen yet.

    Raises:
        ValueError: if an answer isn't here or doesn't pass, or the letters can't be
            right.
    """
    if not student:
        print("Not answered yet: enter your id and the names of two of your answers.")
        return
    if not isinstance(letters, Mapping) or len(letters) != TASKS:
        raise Told(wrapped(f"letters must {NEEDED}; got {letters!r}"))
    shell = shell_here()
    here = vars(sys.modules["__main__"]) if shell is None else shell.user_ns
    for name, chosen in letters.items():
        asked = _asked(f"{slug}.{name}", term, student, here)
        pairs = zip(asked, str(chosen), strict=False)
        fits = all(x in LETTERS[: len(one.choices)] for one, x in pairs)
        if len(str(chosen)) > EACH or not fits:
            words = f"{name}: {chosen!r} must be up to {EACH} letters of its choices"
            raise Told(wrapped(words))
        print(f"{name}: you chose {chosen or 'nothing yet'}\n")
        for number, one in enumerate(asked, start=1):
            print(f"{written_out(one, number)}\n")


def _asked(
    task_id: str, term: str, student: str, here: Mapping[str, Any]
) -> list[Asked]:
    """Return the questions on an answer in this notebook."""
    name = checks.task(task_id).probe.name
    answer = here.get(name)
    if answer is None or checks._is_ours(answer):
        raise Told(wrapped(f"You have no {name} here yet: write it and run its cell."))
    try:
        functions = own_functions(answer)
        own = written(name, map(cell_of, functions))
        own = replace(own, names=functions[0].__globals__)
        return pair(task_id, own, seed_for(term, student, task_id))
    except (NoSource, Unfit, IndexError) as error:
        words = f"Nothing to ask about {name}: {error}. Choose a different answer."
        raise Told(wrapped(words)) from None


def entered(source: str) -> tuple[str, dict[str, str]]:
    """Return the student and letters that a cell assigns, without running it.

    Raises:
        ValueError: if they aren't there in the form that the cell was handed out in.
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
        raise ValueError(
            "the cell can't be read: it must assign `student` and `letters`"
        ) from error
    return student, letters
