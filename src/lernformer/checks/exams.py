"""``lernformer exam`` writes an exam in several variants and works out the key itself.

It runs code to find the right choices. All variants ask about the same tasks, with
questions of the same forms, so they are equally hard. The code in the questions is a
right answer that the book doesn't print, or a changed version of one.
"""

import ast
import functools
import importlib
import inspect
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from lernformer import CHAPTERS, checks
from lernformer.checks.own_code import asking
from lernformer.checks.own_code.asking import LETTERS, Maker, Unfit, listing
from lernformer.checks.own_code.program import NoSource, program_of, written
from lernformer.checks.ways import known_ways

__all__ = ["Item", "exam"]

BUG, VERDICT = "Find the bug", "Predict the verdict"
ORDER, COMPUTE = "Order the lines", "Compute by hand"
FORMS = BUG, VERDICT, ORDER, COMPUTE
FORM_OF = {"line": BUG, "result": COMPUTE, "own": COMPUTE, "inside": COMPUTE}
POINTS = 2  # per question
VARIANTS = "ABCDEFGH"
PLACES = (4, 3)  # how many lines to put in order, the preferred number first
DRAWN = 3  # how many sets of lines to try for each of these numbers
MOST_ORDERS = 3  # the most orders of the lines that may pass
LIBRARIES: dict[str, Any] = {"np": np, "torch": torch, "nn": nn, "F": nn.functional}
LIBRARIES |= {"math": math, "Tensor": torch.Tensor, "Counter": Counter}
LIBRARIES |= {"itertools": itertools}
# `defend` addresses the author of the code, but a reader of an exam isn't the author.
WORDS = (
    ("Your own code", "The unchanged code"),
    ("Your own ", "This "),
    ("Yours was", "The right line is"),
    ("your code", "the code"),
    ("your ", "this "),
    ("..", "."),
    (" . ", ". "),
)


class Item(NamedTuple):
    """A question in an exam."""

    form: str  # one of `FORMS`
    task: str  # the id of the task that the code answers
    ask: str
    code: str  # shown above the question, with line numbers
    choices: tuple[str, ...]  # the possible answers, or the lines to put in order
    key: str  # the letters of the right choices
    reason: str  # why the key is right, found by running the code


def exam(
    chapters: Sequence[str], tasks: int = 8, variants: int = 4, seed: int = 0
) -> list[list[Item]]:
    """Return an exam: the questions for each variant, with the easier tasks first.

    Args:
        chapters: slugs, such as ``"attention"``.
        tasks: the number of questions in a variant.
        seed: random seed that determines which questions are chosen. The same seed
            gives the same exam.

    Raises:
        ValueError: if there is no such chapter, or if not enough questions can be
            generated.
    """
    if unknown := [one for one in chapters if one not in CHAPTERS]:
        there = ", ".join(CHAPTERS)
        raise ValueError(f"There is no chapter {unknown[0]!r}; there are {there}.")
    rng = np.random.default_rng(seed)
    by_chapter = [
        [x for x in checks.tasks() if x.startswith(f"{slug}.") and x in known_ways()]
        for slug in dict.fromkeys(chapters)
    ]
    for one in by_chapter:
        rng.shuffle(one)
    queue = [*filter(None, itertools.chain(*itertools.zip_longest(*by_chapter)))]
    banks = {task: Bank(task, seed, 2 * variants + 2) for task in queue}
    slots, used = list[list[Item]](), Counter[str]()
    tried: set[tuple[str, str]] = set()
    for form in itertools.islice(itertools.cycle(FORMS), tasks):
        # if a form runs out of questions, a different form takes its place
        forms = (form, *(x for x in FORMS if x != form))
        for pair in itertools.product(forms, sorted(queue, key=lambda x: used[x])):
            if pair not in tried:
                tried.add(pair)
                other, task = pair
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


@dataclass
class Bank:
    """The questions about one task, each of which is made only when it is needed."""

    task_id: str
    seed: int
    tries: int  # the largest number of combinations of program and seed
    makers: dict[int, Maker | None] = field(default_factory=dict)
    questions: dict[int, list[asking.CodeQuestion]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        codes, in_book = known_ways()[self.task_id], printed(self.task_id)
        self.codes = [code for code in codes if bare(code) not in in_book]

    def items(self, form: str, most: int) -> list[Item]:
        """Return up to ``most`` different questions of a form."""
        found: dict[tuple[str, ...], Item] = {}
        for number in range(self.tries if self.codes else 0):
            if len(found) < most and (one := self._item(form, number)):
                found.setdefault((one.ask, one.code, *sorted(one.choices)), one)
        return [*found.values()]

    def _item(self, form: str, number: int) -> Item | None:
        """Return a question of a form; ``number`` selects its program and its seed."""
        if number not in self.makers:
            task, code = checks.task(self.task_id), self.codes[number % len(self.codes)]
            own = written(task.probe.name, [code], LIBRARIES)
            self.makers[number] = None
            with suppress(Unfit):
                self.makers[number] = Maker(task, own, self.seed + 1000 * number)
        if (maker := self.makers[number]) is None:
            return None
        if form == ORDER:
            return order(maker)
        if number not in self.questions:
            self.questions[number] = maker.questions()
        for one in self.questions[number]:
            if FORM_OF.get(one.kind, VERDICT) == form:
                return item(form, maker, one)
        return None


@functools.cache
def printed(task_id: str) -> set[str]:
    """Return the ``bare`` code of all programs that the book shows for a task."""
    slug, _, name = task_id.partition(".")
    ours = [getattr(importlib.import_module(f"lernformer.{slug}"), name)]
    answers = (one.answer for one in checks.task(task_id).mistakes if one.answer)
    for module in filter(None, {*map(inspect.getmodule, answers)}):
        every = vars(module).values()
        ours += [x for x in every if getattr(x, "__module__", "") == module.__name__]
    found = set()
    for one in ours:
        with suppress(NoSource, AttributeError, TypeError):
            found.add(bare(program_of(one).text))
    return found


def bare(code: str) -> str:
    """Return the last function's body, without its docstring and comments."""
    tree: Any = ast.parse(code).body[-1]
    if ast.get_docstring(tree) is not None:
        del tree.body[0]
    return "\n".join(map(ast.unparse, tree.body))


def item(form: str, maker: Maker, one: asking.CodeQuestion) -> Item:
    """Turn a question of ``defend`` into one for an exam on paper."""
    code = one.code if form == BUG else listing(maker.own.text)
    if one.kind in ("lost", "kept", "result"):
        code += f"\n\n{one.code}"
    ask, reason, key = plain(one.ask), plain(one.reason), LETTERS[one.right]
    return Item(form, maker.task.id, ask, code, one.choices, key, reason)


def plain(text: str) -> str:
    """Return text that addresses the code's author, reworded for anyone's code."""
    for before, after in WORDS:
        text = text.replace(before, after)
    return text


def order(maker: Maker) -> Item | None:
    """Run some lines in every order, and return a question about the right order."""
    lines = list(maker.lines)
    for at in gaps(maker):
        passing = []
        for way in itertools.permutations(at):
            code = list(lines)
            for place, i in zip(at, way, strict=True):
                code[place] = lines[i]
            text = "\n".join(code) + "\n"
            judged = (maker.judged(text, which)[0] for which in (0, 1))
            if all(holds and False not in holds.values() for holds in judged):
                passing.append(way)
        shown = tuple(at[i] for i in maker.rng.permutation(len(at)))
        shown = shown[::-1] if shown in passing else shown
        if 1 <= len(passing) <= MOST_ORDERS and shown not in passing:
            break
    else:
        return None
    letters = dict(zip(shown, LETTERS, strict=False))
    keys = [" ".join(letters[i] for i in way) for way in passing]
    choices = tuple(lines[i].strip() for i in shown)
    for place in at:
        lines[place] = lines[place].replace(lines[place].strip(), "_____")
    ask = f"Which lines belong in the gaps of this {maker.own.name}, in which order?"
    reason = f"We ran all {math.factorial(len(at))} orders: {len(keys)} of them passed."
    text, key = listing("\n".join(lines)), " or ".join(keys)
    return Item(ORDER, maker.task.id, ask, text, choices, key, reason)


def gaps(maker: Maker) -> Iterator[tuple[int, ...]]:
    """Yield sets of lines to put in order. The lines in a set are all different.

    Each line is a whole statement or the head of one. If a program might never end when
    its lines are in a different order, it has no such sets.
    """
    text, lines = maker.own.text, maker.lines
    functions = (x for x in ast.parse(text).body if isinstance(x, ast.FunctionDef))
    answer = next(x for x in functions if x.name == maker.own.name)
    at = [
        node.lineno - 1
        for node in ast.walk(answer)
        if isinstance(node, ast.stmt) and node is not answer
        if node.lineno == node.end_lineno or lines[node.lineno - 1].endswith(":")
    ]
    if len({lines[i].strip() for i in at}) < len(at) or "while " in text or "`" in text:
        return
    for size in PLACES:
        chosen = [*itertools.combinations(sorted(at), size)]
        for i in maker.rng.permutation(len(chosen))[:DRAWN]:
            yield chosen[i]
