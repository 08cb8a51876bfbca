"""``lernformer exam``: a written exam in variants, with a key found by running code.

All variants ask about the same tasks in the same forms, so they are equally hard. They
show right answers that the book doesn't print, and changed versions of them.
"""

import ast
import importlib
import inspect
import itertools
import linecache
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer import CHAPTERS, checks, probes
from lernformer.checks.defending.asking import Asked, Maker, Unfit, listing
from lernformer.checks.defending.program import NoSource, program_of
from lernformer.checks.ways import known_ways

__all__ = ["Item", "exam", "markdown"]

BUG, VERDICT = "Find the bug", "Predict the verdict"
ORDER, COMPUTE = "Order the lines", "Compute by hand"
FORMS = (BUG, VERDICT, ORDER, COMPUTE)
FORM_OF = {"line": BUG, "result": COMPUTE, "own": COMPUTE, "inside": COMPUTE}
DEMANDS = {
    BUG: "Name the line, and say in one sentence what is wrong with it.",
    VERDICT: "Choose one, and give your reason in one sentence.",
    ORDER: "Write down the letters in an order that passes the check.",
    COMPUTE: "Choose one, and show how you got there.",
}
RUBRICS = {
    BUG: "1 point for the line, 1 for the cause.",
    VERDICT: "1 point for the choice, 1 for a reason that fits it.",
    ORDER: "2 points for an order in this key, 1 if swapping two neighbours gives one.",
    COMPUTE: "1 point for the choice, 1 for a calculation that leads to it.",
}
POINTS = 2  # per question
LETTERS = "abcd"
VARIANTS = "ABCDEFGH"
PLACES = (4, 3)  # numbers of lines to put in order
DRAWN = 3  # sets of lines to try for each of these numbers
MOST_ORDERS = 3  # the most orders that may pass
LIBRARIES: dict[str, Any] = {
    "np": np,
    "torch": torch,
    "nn": nn,
    "F": nn.functional,
    "math": math,
}
LIBRARIES |= {"Tensor": torch.Tensor, "Counter": Counter, "itertools": itertools}
SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~&^])")  # in Markdown
# `defend` speaks to the code's author; a question on paper has no author to address
WORDS = (
    ("Your own code", "The unchanged code"),
    ("Your own ", "This "),
    ("Yours was", "The right line is"),
    ("your code", "the code"),
    ("your ", "this "),
    ("..", "."),
    (" . ", ". "),
)


@dataclass(frozen=True)
class Item:
    """A question of an exam.

    Attributes:
        form: one of ``FORMS``.
        task: the id of the task that the code answers.
        ask: the question.
        code: the code shown above it, with line numbers.
        choices: the possible answers, or the lines to put in order.
        key: the letters of the right choices.
        told: the reason, found by running the code.
    """

    form: str
    task: str
    ask: str
    code: str
    choices: tuple[str, ...]
    key: str
    told: str


def exam(
    chapters: Sequence[str], tasks: int = 8, variants: int = 4, seed: int = 0
) -> list[list[Item]]:
    """Return an exam: the questions of each variant, with the easier tasks first.

    Args:
        chapters: slugs, such as ``"attention"``.
        tasks: the number of questions in a variant.
        variants: the number of variants.
        seed: decides the questions; the same seed always gives the same exam.

    Raises:
        ValueError: if there is no such chapter, or too few questions can be made.
    """
    if unknown := [one for one in chapters if one not in CHAPTERS]:
        there = ", ".join(CHAPTERS)
        raise ValueError(f"There is no chapter {unknown[0]!r}; there are {there}.")
    rng = np.random.default_rng(seed)
    known = [task for task in checks.tasks() if task in known_ways()]
    by_chapter = [
        [task for task in known if task.startswith(f"{slug}.")]
        for slug in dict.fromkeys(chapters)
    ]
    for one in by_chapter:
        rng.shuffle(one)
    turns = itertools.zip_longest(*by_chapter)
    order = [str(task) for turn in turns for task in turn if task]
    banks = {task: Bank(task, seed, 2 * variants + 2) for task in order}
    slots: list[list[Item]] = []
    used: Counter[str] = Counter()
    asked: set[tuple[str, str]] = set()
    for form in itertools.islice(itertools.cycle(FORMS), tasks):
        # if a form has no question left, a different form takes its place
        for other, task in itertools.product(
            (form, *(x for x in FORMS if x != form)),
            sorted(order, key=lambda x: used[x]),
        ):
            if (other, task) in asked:
                continue
            asked.add((other, task))
            if len(found := banks[task].items(other, variants)) == variants:
                slots.append(found)
                used[task] += 1
                break
    if len(slots) < tasks:
        raise ValueError(
            f"Only {len(slots)} different questions in {variants} variants can be made "
            f"from {', '.join(chapters)}, and --tasks is {tasks}. Name more chapters, "
            "or ask for fewer tasks or variants."
        )
    slots.sort(key=lambda found: checks.task(found[0].task).difficulty)
    return [[found[i] for found in slots] for i in range(variants)]


class Bank:
    """The questions about one task, made on demand.

    Args:
        task_id: the task's id.
        seed: the number from which the questions are drawn.
        tries: the largest number of combinations of program and seed to try.
    """

    def __init__(self, task_id: str, seed: int, tries: int):
        self.task_id, self.seed, self.tries = task_id, seed, tries
        self.codes = [x for x in known_ways()[task_id] if not is_printed(task_id, x)]
        self.makers: dict[int, Maker | None] = {}
        self.asked: dict[int, list[Asked]] = {}

    def items(self, form: str, most: int) -> list[Item]:
        """Return up to ``most`` different questions of a form."""
        found: dict[tuple[str, ...], Item] = {}
        for number in range(self.tries if self.codes else 0):
            if len(found) == most:
                break
            one = next(self._made(form, number), None)  # one per program and seed
            if one:
                found.setdefault((one.ask, one.code, *sorted(one.choices)), one)
        return [*found.values()]

    def _made(self, form: str, number: int) -> Iterator[Item]:
        maker = self._maker(number)
        if maker is None:
            return
        if form == ORDER:
            yield from orders(maker)
            return
        if number not in self.asked:
            self.asked[number] = maker.questions()
        for one in self.asked[number]:
            if FORM_OF.get(one.kind, VERDICT) == form:
                yield item(form, maker, one)

    def _maker(self, number: int) -> Maker | None:
        if number not in self.makers:
            code = self.codes[number % len(self.codes)]
            try:
                made = maker_of(self.task_id, code, self.seed + 1000 * number)
            except (NoSource, Unfit):
                made = None
            self.makers[number] = made
        return self.makers[number]


def maker_of(task_id: str, code: str, seed: int) -> Maker:
    """Return the ``Maker`` of questions about a program.

    Raises:
        Unfit: if the program doesn't pass the check.
    """
    slug, _, name = task_id.partition(".")
    file = f"<exam {task_id} {hash(code)}>"
    linecache.cache[file] = (len(code), None, code.splitlines(True), file)
    names: dict[str, Any] = {**LIBRARIES}
    exec(compile(code, file, "exec"), names)
    own = program_of(names[name], probes.names(slug))
    return Maker(checks.task(task_id), own, seed)


def is_printed(task_id: str, code: str) -> bool:
    """Return True if the book prints a program, or asks about it."""
    slug, _, name = task_id.partition(".")
    chapter = importlib.import_module(f"lernformer.{slug}")
    ours = [getattr(chapter, name)]
    answers = (one.answer for one in checks.task(task_id).mistakes if one.answer)
    for module in {inspect.getmodule(answer) for answer in answers}:
        every = vars(module) if module else {}
        ours += [
            x
            for x in every.values()
            if getattr(x, "__module__", "") == every["__name__"]
        ]
    printed = set()
    for one in ours:
        with suppress(NoSource, AttributeError, TypeError):
            printed.add(bare(program_of(one).text))
    return bare(code) in printed


def bare(code: str) -> str:
    """Return the last function's body in some code, without docstring and comments."""
    tree = ast.parse(code).body[-1]
    if ast.get_docstring(tree) is not None:  # type: ignore[arg-type]
        del tree.body[0]  # type: ignore[attr-defined]
    return "\n".join(ast.unparse(x) for x in tree.body)  # type: ignore[attr-defined]


def item(form: str, maker: Maker, one: Asked) -> Item:
    """Return a question of ``defend`` in the form for a paper exam."""
    code = one.code if form == BUG else listing(maker.own.text)
    changed = one.kind in ("lost", "kept", "result")
    code += f"\n\n{one.code}" if changed else ""
    key = LETTERS[one.right]
    return Item(
        form, maker.task.id, plain(one.ask), code, one.choices, key, plain(one.told)
    )


def plain(text: str) -> str:
    """Return text that addresses the code's author, reworded for anyone's code."""
    for before, after in WORDS:
        text = text.replace(before, after)
    return text


def orders(maker: Maker) -> Iterator[Item]:
    """Yield a question about the order of some lines, after running every order."""
    lines = maker.own.text.splitlines()
    for at in gaps(maker):
        texts = [lines[i].strip() for i in at]
        passing = []
        for way in itertools.permutations(range(len(at))):
            code = list(lines)
            for place, i in zip(at, way, strict=True):
                code[place] = lines[at[i]]
            if passes(maker, "\n".join(code) + "\n"):
                passing.append(way)
        shown = [int(i) for i in maker.rng.permutation(len(at))]
        if tuple(shown) in passing:
            shown.reverse()
        if not 1 <= len(passing) <= MOST_ORDERS or tuple(shown) in passing:
            continue
        letters = {i: LETTERS[place] for place, i in enumerate(shown)}
        keys = [" ".join(letters[i] for i in way) for way in passing]
        for place in at:
            indent = lines[place][: -len(lines[place].lstrip())]
            lines[place] = f"{indent}_____"
        total = math.factorial(len(at))
        yield Item(
            ORDER,
            maker.task.id,
            f"Which lines belong in the gaps of this {maker.own.name}, in which order?",
            listing("\n".join(lines)),
            tuple(texts[i] for i in shown),
            " or ".join(keys),
            f"We ran all {total} orders: {len(keys)} of them passed.",
        )
        return


def passes(maker: Maker, text: str) -> bool:
    """Return True if a program passes the check, with the cases of two seeds."""
    for which in (0, 1):
        holds, _ = maker.judged(text, which)
        if not holds or False in holds.values():
            return False
    return True


def gaps(maker: Maker) -> Iterator[list[int]]:
    """Yield sets of different lines, each a statement or the head of one.

    Yield none for a program that might never end with its lines in a different order.
    """
    text = maker.own.text
    lines = text.splitlines()
    answer = next(
        x
        for x in ast.parse(text).body
        if isinstance(x, ast.FunctionDef) and x.name == maker.own.name
    )
    at = []
    for node in ast.walk(answer):
        if isinstance(node, ast.stmt) and node is not answer:
            is_head = lines[node.lineno - 1].endswith(":")
            if is_head or node.lineno == node.end_lineno:
                at.append(node.lineno - 1)
    texts = {lines[i].strip() for i in at}
    if len(texts) < len(at) or "while " in text or "`" in text:
        return
    for size in PLACES:
        chosen = [*itertools.combinations(sorted(at), size)]
        for i in maker.rng.permutation(len(chosen))[:DRAWN]:
            yield [*chosen[i]]


# Words ----------------------------------------------------------------------------


def markdown(variants: Sequence[Sequence[Item]], seed: int) -> str:
    """Return an exam as Markdown: all variants, then the key to each."""
    parts: list[str] = []
    for name, items in zip(VARIANTS, variants, strict=False):
        parts.append(f"# Variant {name}")
        parts.append(
            f"Name: ____________________ Points: ____ of {POINTS * len(items)}"
        )
        for number, one in enumerate(items, start=1):
            parts.append(f"## {number}. {one.form} ({POINTS} points)")
            parts.append(f"```python\n{one.code}\n```")
            parts.append(f"{escaped(one.ask)} {DEMANDS[one.form]}")
            shown = "`{}`" if one.form == ORDER else "{}"
            said = (x if one.form == ORDER else escaped(x) for x in one.choices)
            pairs = zip(LETTERS, said, strict=False)
            parts.append("  \n".join(f"{a}) {shown.format(x)}" for a, x in pairs))
    for name, items in zip(VARIANTS, variants, strict=False):
        parts.append(f"# Key to variant {name}")
        parts.append(f"Drawn with seed {seed}. Don't hand out this page.")
        for number, one in enumerate(items, start=1):
            level = checks.task(one.task).difficulty
            about = f"{one.form}, `{one.task}`, difficulty {level} of 3."
            key = f"{number}\\. **{one.key}**. {escaped(one.told)} {RUBRICS[one.form]}"
            parts.append(f"{key} ({about})")
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Escape text so that Markdown shows it unchanged."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))
