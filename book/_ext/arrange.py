"""``{arrange} attention.softmax``: put a right answer together from its lines.

Some lines are given; for the others there are places, and one line or two too many to
put there, which wrong answers of the catalogue have instead. Every program that can be
built so is run through the real check when the book is built, and the reader gets the
verdict that a notebook would give. Every task whose answer stands for itself has its
lines from its files alone: ``{listing}`` brings them along, in the open edition.
"""

import ast
import inspect
import itertools
import json
import math
import random
import re
from collections import Counter
from functools import cache
from html import escape
from typing import NamedTuple

import numpy as np
import torch
from docutils import nodes

from _ext import freshness, practice, source, spot
from lernformer import checks, whole
from lernformer.checks.judging import judge
from lernformer.probes.case import Case
from lernformer.probes.probing import observe

KEPT = spot.KEPT.with_name(".arranged")
PLACES, POOL, PROGRAMS = 3, 5, 24  # at most
LONGEST = 20  # lines of a program
TRIED = 10  # lines that might tempt
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
    kept = KEPT / f"{task_id}-{state()}.json"
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


@cache
def state() -> str:
    return spot.state() + freshness.fingerprint(
        "arrange.py", root=practice.BOOK / "_ext"
    )


def make(task_id: str) -> Puzzle | None:
    """The first right answer that works in lines, with all its programs run."""
    for code in rights(task_id):
        if verdict(task_id, "\n".join(code)) == RIGHT and (found := lay(task_id, code)):
            places, pool = found
            verdicts = {
                way: verdict(task_id, filled(code, places, [pool[i] for i in way]))
                for way in itertools.permutations(range(len(pool)), len(places))
            }
            return Puzzle(task_id, code, places, pool, verdicts)
    return None


def rights(task_id: str) -> list[tuple[str, ...]]:
    """Right answers in lines, the course's own first; those with loops in no case.

    A line moved in or out of such a loop might never let it end.
    """
    ours = bare(source.shown(source.written(source.find(task_id))))
    every = [
        tuple(filter(str.strip, ast.unparse(ours).splitlines())),
        *spot.rights(task_id),
    ]
    return [
        code
        for code in every
        if len(code) <= LONGEST and not any(" while " in f" {x.strip()}" for x in code)
    ]


def bare(text: str) -> ast.Module:
    """Code without docstrings and decorators."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, source.Function | ast.ClassDef):
            node.decorator_list = []
            if ast.get_docstring(node):
                node.body = node.body[1:] or [ast.Pass()]
    return tree


def lay(task_id: str, code: tuple[str, ...]):
    """The places of a program and its pool; nothing if no line tempts.

    Places are where wrong answers differ, and then those nearest to the end, each with
    a line that is needed. A line that passes as well is no temptation.
    """
    free = [
        i
        for i in range(1, len(code))
        if statement(code[i])
        and verdict(task_id, filled(code, (i,), ["pass"])) != RIGHT
    ]
    tempting: dict[int, list[str]] = {}
    told = set()
    for _, at, line in sorted(temptations(task_id, code, free))[:TRIED]:
        said = verdict(task_id, filled(code, (at,), [line]))
        if said != RIGHT and said not in told:  # one line for each thing to be learned
            told.add(said)
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


def temptations(task_id: str, code: tuple[str, ...], free: list[int]):
    """Lines of wrong answers: how far off the nearest right one, its place, itself."""
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
    return [one for one in found.values() if one[0] <= FAR]


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


def verdict(task_id: str, text: str) -> str:
    """What the check says of a program; nothing if it passes."""
    name = task_id.split(".")[1]
    task = checks.task(task_id)
    known = dict(vars(inspect.getmodule(source.find(task_id))))
    cases = asked(task_id)
    try:
        exec(text, known)
    except Exception as error:
        return f"It raises {type(error).__name__}: {error}"
    written = re.search(r"(?:def|class) (\w+)", text)[1]
    answer = known[written]
    answer.__name__ = name
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(0)
        seen, _ = observe(task.probe, answer, cases)
        found = judge(task, cases, seen, seed=0)
    if found.passed:
        return RIGHT
    symptom = re.sub(r"\n    in \w+, line \d+:.*", "", found.symptom)
    cause = found.cause[:1].upper() + found.cause[1:]
    return f"{symptom[:1].upper()}{symptom[1:]}. {cause}".strip()


def deck(task_id: str) -> nodes.Node | None:
    """The puzzle of a task, in a fold."""
    found = puzzle(task_id)
    if found is None:
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
