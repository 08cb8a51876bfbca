"""``{arrange} attention.softmax``: put a right answer together from its lines.

Some lines are given; for the others there are places, and one line or two too many to
put there: lines that wrong answers of the catalogue have instead, or slips in which the
check recognises one of its mistakes. Every program that can be built so is run through
the real check when the book is built, and the reader gets the verdict that a notebook
would give. Every task has its lines from its files alone: ``{listing}`` brings them
along, in the open edition.
"""

import ast
import inspect
import itertools
import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import torch
from docutils import nodes
from sphinx.util import logging

from _ext import freshness, practice, source, spot
from _ext.slips import slips
from lernformer import checks, whole
from lernformer.checks.judging import judge
from lernformer.probes.case import Case
from lernformer.probes.probing import observe

logger = logging.getLogger(__name__)

KEPT = spot.KEPT.with_name(".arranged")
PLACES, POOL, PROGRAMS = 3, 5, 24  # at most
LONGEST = 40  # lines of a program
TRIED = 10  # lines of the catalogue that might tempt
SLIPS = 40  # and slips, where these do not
FAR = 12  # words and signs that a tempting line may differ in
RIGHT = ""  # what is said of a program that passes


class Puzzle(NamedTuple):
    """A program with places, and what may stand there.

    Attributes:
        task_id: of the task that it answers.
        code: all its lines, right ones in the places.
        places: which of them are to be filled.
        pool: the lines to fill them with, without indentation.
        verdicts: what the check says of each way to fill the places, as indices of the
            pool; nothing if the program passes.
    """

    task_id: str
    code: tuple[str, ...]
    places: tuple[int, ...]
    pool: tuple[str, ...]
    verdicts: dict[tuple[int, ...], str]

    @property
    def right(self) -> tuple[int, ...]:
        """The way that the course goes."""
        return tuple(self.pool.index(self.code[i].strip()) for i in self.places)


@cache
def puzzle(task_id: str) -> Puzzle | None:
    """The puzzle of a task; none where its answer has no lines to be moved.

    It is made once, and kept as long as neither package nor this module changes.
    """
    kept = kept_at(task_id)
    if kept.exists():
        found = json.loads(kept.read_text("utf-8"))
    else:
        made = make(task_id)
        found = made and [*made[1:4], [[*one] for one in made.verdicts.items()]]
        KEPT.mkdir(parents=True, exist_ok=True)
        for old in KEPT.glob(f"{task_id}-*"):
            old.unlink()
        whole.write(kept, json.dumps(found))
    if not found:
        return None
    code, places, pool, verdicts = found
    said = {tuple(way): told for way, told in verdicts}
    return Puzzle(task_id, tuple(code), tuple(places), tuple(pool), said)


def kept_at(task_id: str) -> Path:
    """Where a task's puzzle is kept, or is going to be."""
    return KEPT / f"{task_id}-{state()}.json"


@cache
def state() -> str:
    return spot.state() + freshness.fingerprint(
        "arrange.py", "slips.py", root=practice.BOOK / "_ext"
    )


def make(task_id: str) -> Puzzle | None:
    """The first right answer that works in lines, with all its programs run."""
    for code in rights(task_id):
        right = judged(task_id, "\n".join(code)).said == RIGHT
        if right and (found := lay(task_id, code)):
            places, pool = found
            verdicts = {
                way: judged(task_id, filled(code, places, [pool[i] for i in way])).said
                for way in itertools.permutations(range(len(pool)), len(places))
            }
            return Puzzle(task_id, code, places, pool, verdicts)
    return None


def rights(task_id: str) -> list[tuple[str, ...]]:
    """Right answers in lines, the course's own first."""
    helpers = checks.task(task_id).probe.helpers
    slug = task_id.split(".")[0]
    ours = [*(source.find(f"{slug}.{name}") for name in helpers), source.find(task_id)]
    text = "\n".join(source.shown(source.written(thing)) for thing in ours)
    every = [
        tuple(filter(str.strip, ast.unparse(bare(text)).splitlines())),
        *spot.rights(task_id),
    ]
    return [code for code in every if len(code) <= LONGEST]


def bare(text: str) -> ast.Module:
    """Code without docstrings, and without decorators but torch's."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, source.Function | ast.ClassDef):
            node.decorator_list = [
                one for one in node.decorator_list if "torch." in ast.unparse(one)
            ]
            if ast.get_docstring(node):
                node.body = node.body[1:] or [ast.Pass()]
    return tree


def lay(task_id: str, code: tuple[str, ...]):
    """The places of a program and its pool; nothing if no line tempts.

    Places are where wrong answers differ, and then those nearest to the end, each with
    a line that is needed.
    """
    free = [
        i
        for i in movable(code)
        if judged(task_id, filled(code, (i,), ["pass"])).said != RIGHT
    ]
    tempting: dict[int, list[str]] = {}
    for at, line in temptations(task_id, code, free):
        tempting.setdefault(at, []).append(line)
    wanted = [*tempting, *(i for i in reversed(free) if i not in tempting)]
    if not tempting:
        return None
    distinct = {code[i].strip(): i for i in reversed(wanted)}
    places = sorted(sorted(distinct.values(), key=wanted.index)[:PLACES])
    extra = itertools.zip_longest(*(tempting.get(at, ()) for at in places))
    lines = [line for turn in extra for line in turn if line]
    pool = [code[at].strip() for at in places]
    for line in lines[: POOL - len(pool)]:
        if math.perm(len(pool) + 1, len(places)) <= PROGRAMS:
            pool.append(line)
    random.Random(task_id).shuffle(pool)
    return tuple(places), tuple(pool)


def movable(code: tuple[str, ...]) -> Iterator[int]:
    """The lines that may be moved.

    One that makes what a loop waits for is not: elsewhere, the loop might never end.
    """
    tree = ast.parse("\n".join(code))
    loops = [node.test for node in ast.walk(tree) if isinstance(node, ast.While)]
    waited = {name for test in loops for name in names(ast.unparse(test))}
    for i in range(1, len(code)):
        made = statement(code[i])
        if made and not waited & names(made.removesuffix("return")):
            yield i


def temptations(task_id: str, code, free: list[int]) -> Iterator[tuple[int, str]]:
    """Lines that tempt for a place, one for each thing to be learned.

    First those of wrong answers, then slips that the check knows by name. A line that
    passes as well is no temptation.
    """
    told: set[str] = set()
    for at, line in of_catalogue(task_id, code, free)[:TRIED]:
        found = judged(task_id, filled(code, (at,), [line]))
        if found.said != RIGHT and found.said not in told:
            told.add(found.said)
            yield at, line
    known = {one.id for one in checks.task(task_id).mistakes}
    tried = [(at, slip) for at in free for slip in slips(code[at])]
    random.Random(task_id).shuffle(tried)
    for at, line in tried[:SLIPS]:
        if len(told) >= POOL - PLACES:
            break
        found = judged(task_id, filled(code, (at,), [line]))
        if found.mistake in known and found.said not in told:
            told.add(found.said)
            yield at, line


def of_catalogue(task_id: str, code, free: list[int]) -> list[tuple[int, str]]:
    """Lines of wrong answers and the places they might stand in, the nearest first."""
    known, text = names("\n".join(code)), {line.strip() for line in code}
    found = {}
    for mistake in checks.task(task_id).mistakes:
        if not (mistake.answer and mistake.cause):
            continue
        try:
            wrong = ast.unparse(bare(source.written(mistake.answer))).splitlines()
        except (OSError, SyntaxError, TypeError):
            continue  # a lambda's line, or made in a loop
        for line in map(str.strip, wrong):
            kind = statement(line)
            if kind is None or line in text or not names(line) <= known | spot.ALLOWED:
                continue
            near = [i for i in free if statement(code[i]) == kind]
            if near:
                at = min(near, key=lambda i: distance(line, code[i]))
                found[line] = (distance(line, code[at]), at, line)
    return [(at, line) for far, at, line in sorted(found.values()) if far <= FAR]


def statement(line: str) -> str | None:
    """What a whole line does, and to what: ``"y ="``; none where a block begins."""
    try:
        (node,) = ast.parse(f"def f():\n {line.strip()}").body[0].body
    except (SyntaxError, ValueError):
        return None
    if "super()" in line or isinstance(node, ast.Expr | ast.Pass):
        return None
    if isinstance(node, ast.Assign):
        return ", ".join(map(ast.unparse, node.targets))
    if isinstance(node, ast.AugAssign):
        return ast.unparse(node.target)
    return "return" if isinstance(node, ast.Return) else None


def names(text: str) -> set[str]:
    """The names and the parts of ``self`` in a text."""
    return set(re.findall(r"(?<![.\w])(?:self\.)?[A-Za-z_]\w*", text)) - spot.ALLOWED


def distance(line: str, other: str) -> int:
    """How many words and signs of two lines stand in one alone."""
    one, two = (Counter(re.findall(r"\w+|[^\w\s]", text)) for text in (line, other))
    return ((one - two) + (two - one)).total()


def filled(code, places, lines) -> str:
    """A program as text; a line takes the indentation of its place."""
    built = list(code)
    for at, line in zip(places, lines, strict=True):
        indent = code[at][: len(code[at]) - len(code[at].lstrip())]
        built[at] = indent + line
    return "\n".join(built)


@cache
def asked(task_id: str) -> list[Case]:
    """The same cases for all programs, as what wrong answers give for them is kept."""
    return checks.task(task_id).cases(np.random.default_rng(0))


class Judged(NamedTuple):
    """What the check says of a program, and which mistake it recognises."""

    said: str
    mistake: str | None = None


def judged(task_id: str, text: str) -> Judged:
    """The check's verdict on a program; it says nothing if the program passes."""
    name = task_id.split(".")[1]
    task = checks.task(task_id)
    known = as_given(task_id)
    cases = asked(task_id)
    try:
        exec(text, known)
        written = re.search(r"(?:def|class) (\w+)", text)[1]
        answer = known.get(name) or known[written]
    except Exception as error:
        return Judged(f"It raises {type(error).__name__}: {error}")
    answer.__name__ = name
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(0)
        seen, _ = observe(task.probe, answer, cases)
        found = judge(task, cases, seen, seed=0)
    if found.passed:
        return Judged(RIGHT)
    symptom = re.sub(r"\n    in \w+, line \d+:.*", "", found.symptom)
    cause = found.cause[:1].upper() + found.cause[1:]
    said = f"{symptom[:1].upper()}{symptom[1:]}. {cause}".strip()
    return Judged(said, found.mistake if found.cause else None)


def as_given(task_id: str) -> dict[str, Any]:
    """What stands beside a task's answer; helpers as a notebook gives them.

    They are copies: the check refuses to let the course's own do the work.
    """
    slug, task = task_id.split(".")
    module = inspect.getmodule(source.find(task_id))
    known = dict(vars(module))
    for name, thing in vars(module).items():
        is_helper = inspect.isfunction(thing) and thing.__module__ == module.__name__
        if is_helper and f"{slug}.{name}" not in checks.tasks():
            known[name] = FunctionType(
                thing.__code__, known, name, thing.__defaults__, thing.__closure__
            )
    known.pop(task)
    return known


def deck(task_id: str) -> nodes.Node | None:
    """The puzzle of a task, in a fold."""
    found = puzzle(task_id)
    if found is None:
        logger.info(
            "no lines to arrange for %s: in no right answer, one tempts", task_id
        )
        return None
    html = (
        '<details class="deck"><summary>Put it together from its lines</summary>'
        f"{markup(found)}</details>"
    )
    return nodes.raw("", html, format="html")


def markup(found: Puzzle) -> str:
    name = found.task_id.split(".")[1]
    rows = "".join(
        f'<li class="place" data-indent="{line[: -len(line.lstrip())]}">'
        f"<code>{line[: -len(line.lstrip())]}…</code></li>"
        if i in found.places
        else f"<li><code>{escape(line)}</code></li>"
        for i, line in enumerate(found.code)
    )
    pool = "".join(f"<li><code>{escape(one)}</code></li>" for one in found.pool)
    letters = ", ".join(practice.letter(i) for i in found.right)
    texts = [*dict.fromkeys(found.verdicts.values())]
    data = {
        "right": found.right,
        "verdicts": texts,
        "programs": {
            "".join(map(str, way)): texts.index(said)
            for way, said in found.verdicts.items()
        },
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", r"\u003c")  # no tag ends the script
    return (
        f'<div class="practice arrange" data-id="{found.task_id}.lines">'
        f'<p class="head">{practice.HEADS["arrange"]}</p>'
        f"<p>Which of the lines below belong into <code>{name}</code>, and where?</p>"
        f'<ol class="lines">{rows}</ol>'
        f'<ol class="pool" type="a">{pool}</ol>'
        f'<details class="answer"><summary>Answer</summary>'
        f"<p>From the top: {letters}.</p>{whys(found)}</details>"
        f'<script type="application/json">{text}</script></div>'
    )


def whys(found: Puzzle) -> str:
    """What the check says of each line that is too many, in the place it tempts for."""
    told = ""
    for i, line in enumerate(found.pool):
        if i in found.right:
            continue
        ways = [
            [*found.right[:at], i, *found.right[at + 1 :]]
            for at in range(len(found.places))
        ]
        near = min(ways, key=lambda way: unlike(line, found.pool[odd(way, found)]))
        said = found.verdicts[tuple(near)] or "It passes, too."
        told += f"<li><p>With {practice.letter(i)}: {escape(said)}</p></li>"
    return f'<ul class="whys">{told}</ul>' if told else ""


def unlike(line: str, other: str) -> tuple[bool, int]:
    return statement(line) != statement(other), distance(line, other)


def odd(way, found: Puzzle) -> int:
    """The right line that another one has taken the place of."""
    return next(r for r, got in zip(found.right, way, strict=True) if r != got)


class Arrange(practice.OfATask):
    def deck(self, task_id, shows_answers):
        return deck(task_id) if shows_answers else None


def setup(app):
    app.add_directive("arrange", Arrange)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
