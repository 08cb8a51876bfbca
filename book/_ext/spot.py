"""``{spot} attention.softmax``: find the mistake in wrong answers of the catalogue.

A deck of wrong answers to a task. Each shows what the real check says of it and, in the
open edition, its code; the reader names the line, where it is a single one, and the
cause. Every task has its deck from its files alone: ``{listing}`` brings it along.
"""

import ast
import builtins
import inspect
import json
import random
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from docutils import nodes

from _ext import freshness, practice, source
from lernformer import checks, whole
from lernformer.checks.judging import judge
from lernformer.mistakes.mistake import Mistake
from lernformer.probes import refusing
from lernformer.probes.probing import observe

# The wrong answers that are asked here are the course's own.
refusing.BESIDE = ("lernformer.fast.",)

KEPT = Path(__file__).parents[2] / "_build" / ".spots"
DECK = 4  # wrong answers of a task that are dealt
TRIED = 12  # and how many of the catalogue are tried for them
LONGEST = 14  # lines of code that one looks through
ALLOWED = {"np", "torch", "math", "nn", "F", "Tensor", *vars(builtins)}


class Wrong(NamedTuple):
    """A wrong answer, as the check and its author tell of it.

    Attributes:
        mistake: in the catalogue.
        symptom: what the check says for it.
        code: its lines; empty if they need what is not shown.
        odd: which line differs from the course's own; None if there is no such one.
    """

    mistake: Mistake
    symptom: str
    code: tuple[str, ...]
    odd: int | None

    @property
    def belief(self) -> str:
        """What who wrote it thought."""
        return " ".join((inspect.getdoc(self.mistake.answer) or "").split())


@cache
def wrongs(task_id: str) -> tuple[Wrong, ...]:
    """Wrong answers that the check names, each with another cause.

    They are looked for once, and kept as long as neither package nor search changes.
    """
    kept = kept_at(task_id)
    known = checks.task(task_id).mistakes
    if kept.exists():
        found = json.loads(kept.read_text("utf-8"))
        return tuple(Wrong(known[i], s, tuple(code), o) for i, s, code, o in found)
    found = search(task_id)
    KEPT.mkdir(parents=True, exist_ok=True)
    for old in KEPT.glob(f"{task_id}-*"):
        old.unlink()
    text = json.dumps([(known.index(w.mistake), *w[1:]) for w in found])
    whole.write(kept, text)
    return found


def kept_at(task_id: str) -> Path:
    """Where a task's wrong answers are kept, or are going to be."""
    return KEPT / f"{task_id}-{state()}.json"


@cache
def state() -> str:
    """Of all that decides which wrong answers are dealt."""
    package = freshness.fingerprint("**/*.py", root=freshness.PACKAGE)
    return package + freshness.fingerprint("spot.py", root=Path(__file__).parent)


def search(task_id: str) -> tuple[Wrong, ...]:
    task = checks.task(task_id)
    cases = task.cases(np.random.default_rng(0))  # what all of them are asked
    known = [one for one in task.mistakes if one.answer and one.cause]
    ours = rights(task_id)
    found: dict[str, Wrong] = {}
    with torch.random.fork_rng(devices=()):
        for mistake in sorted(known, key=lambda one: telling(one, ours))[:TRIED]:
            torch.manual_seed(0)
            seen, _ = observe(task.probe, mistake.answer, cases)
            verdict = judge(task, cases, seen, seed=0)
            if verdict.mistake == mistake.id and verdict.symptom and verdict.cause:
                code = lines(mistake.answer)
                wrong = Wrong(mistake, verdict.symptom, code, odd(code, ours))
                found.setdefault(mistake.id, wrong)
            if len(found) == DECK:
                break
    return tuple(found.values())


def telling(mistake: Mistake, ours) -> int:
    """First those with one wrong line, then those with code, then the others."""
    code = lines(mistake.answer)
    return 0 if odd(code, ours) is not None else 1 if code else 2


def rights(task_id: str) -> list[tuple[str, ...]]:
    """Right answers in lines: the course's, and those that the mistakes start from."""
    answers = [one.answer for one in checks.task(task_id).mistakes if one.answer]
    modules = {inspect.getmodule(answer) for answer in answers}
    others = [
        thing
        for module in modules
        if module
        for thing in vars(module).values()
        if getattr(thing, "__module__", "") == module.__name__ and thing not in answers
    ]
    return [code for thing in (source.find(task_id), *others) if (code := lines(thing))]


def lines(answer) -> tuple[str, ...]:
    """The code of an answer, without its docstring, if it stands for itself."""
    try:
        (tree,) = ast.parse(source.written(answer)).body
    except (OSError, SyntaxError, TypeError, ValueError):
        return ()
    if not isinstance(tree, source.Function | ast.ClassDef):  # a lambda's line
        return ()
    if isinstance(tree, ast.ClassDef):  # what it inherits is right
        tree.bases = [ast.Name("nn.Module", ast.Store())]
    tree.decorator_list = []
    for node in ast.walk(tree):
        if isinstance(node, source.Function | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    made = {node.id for node in named if isinstance(node.ctx, ast.Store)} | {tree.name}
    made |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    used = {node.id for node in named}
    text = tuple(ast.unparse(tree).splitlines())
    return text if used <= made | ALLOWED and len(text) <= LONGEST else ()


def odd(code: tuple[str, ...], ours: list[tuple[str, ...]]) -> int | None:
    """The only line in which the code differs from a right answer."""
    for right in ours:
        if len(right) == len(code) > 2:
            differs = [i for i in range(1, len(code)) if code[i] != right[i]]
            if len(differs) == 1:
                return differs[0]
    return None


def deck(task_id: str, *, with_code: bool) -> nodes.Node | None:
    """The wrong answers to a task as items of practice, in a fold."""
    dealt = wrongs(task_id)
    if len(dealt) < 3:  # no three causes to choose from
        return None
    name = task_id.split(".")[1]
    items = "".join(
        item(f"{task_id}.{wrong.mistake.id}", name, wrong, dealt, with_code)
        for wrong in dealt
    )
    html = (
        '<details class="deck"><summary>Find the mistake: '
        f"{len(dealt)} wrong answers</summary>{items}</details>"
    )
    return nodes.raw("", html, format="html")


def item(id: str, name: str, wrong: Wrong, dealt, with_code: bool) -> str:
    others = [one for one in dealt if one is not wrong]
    chance = random.Random(id)
    chosen = [wrong, *chance.sample(others, 2)]
    chance.shuffle(chosen)
    choices = [
        practice.Choice(
            escape(one.mistake.cause),
            one is wrong,
            f"Behind it: “{escape(wrong.belief)}”"
            if one is wrong
            else f"Then the check would say: {escape(one.symptom)}.",
        )
        for one in chosen
    ]
    question = (
        f"<p>One answer to <code>{name}</code>, and what the check says of it: "
        f"<q>{escape(wrong.symptom)}</q></p>"
    )
    told = ""
    if wrong.code and with_code:
        which = f' data-odd="{wrong.odd}"' if wrong.odd is not None else ""
        rows = "".join(f"<li><code>{escape(line)}</code></li>" for line in wrong.code)
        question += f'<ol class="lines"{which}>{rows}</ol>'
        if wrong.odd is not None:
            told = f"<p>The line is number {wrong.odd + 1}.</p>"
    question += "<p>What is the cause?</p>"
    return practice.markup("spot", id, question, choices, told)


class Spot(practice.OfATask):
    def deck(self, task_id, shows_answers):
        return deck(task_id, with_code=shows_answers)


def setup(app):
    app.add_directive("spot", Spot)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
