"""Wrong answers to a task, in which a reader finds the mistake.

A deck contains wrong answers from the catalogue, and right answers in which one line
has been replaced by a tempting one. For each, the page shows what the real check says
about it and, in the open edition, its code. The reader chooses the cause and, if only
one line is wrong, that line. Sometimes readers need the code because the check's words
don't show the cause. The class edition leaves such answers out. The deck comes from the
task's own files. ``{listing}`` adds it or, if no page lists the task, ``{exercise}``.
"""

import inspect
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from docutils import nodes

from _ext import freshness, programs
from lernformer import atomic, checks
from lernformer.checks.judging import judge
from lernformer.mistakes import common
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Observation
from lernformer.probes.probing import observe
from sphinx_practice.practice import Choice
from sphinx_practice.spot import markup

KEPT = Path(__file__).parents[2] / "_build" / ".spots"
DECK = 4  # how many wrong answers a deck has
ENOUGH = 6  # how many clear symptoms are enough to choose from
FEWEST = 2  # how many wrong answers a deck needs
CAUSES = 3  # how many causes the reader can choose from
TRIED = 12  # how many wrong answers in the catalogue to try
SLIPS = 120  # how many slips in a right answer to try
CLOSE = (
    6  # words and signs that a mistake's own answer may change beyond those of a slip
)
LONGEST = 32  # lines of code that readers can look through
# If a symptom gives the inputs, readers can work it out, whatever the numbers are.
GIVEN = re.compile(r"\bfor (the (scores|word|counts)|\w+ =)")
COMMON = [one for one in vars(common).values() if isinstance(one, Mistake)]
WORDS = re.compile(r"\w+|[^\w\s.,:()\[\]]")
ALIKE = re.compile(r"\b(mT|T|transpose|swapaxes|permute|movedim)\b")
# Nobody can work these out without the same random arrays, or the same model.
DRAWN = re.compile(r"\.\d{3}|^the translation of ")
# These can go wrong in any function. For the second, the check's words are enough.
ANYWHERE = [one for one in common.GENERAL if one.id == "signature_changed"]
ANYWHERE += [Mistake("return_forgotten", "the result is computed, and not returned.")]


class Wrong(NamedTuple):
    """A wrong answer, as described by the check and by its author.

    Attributes:
        mistake: the mistake in the catalogue.
        symptom: what the check says about the answer.
        code: its lines; empty if they need code that the page doesn't show.
        odd: the line that differs from a right answer; None unless exactly one does.
        right: the same line in the right answer.
        planted: whether we made it from a right answer by changing that line.
    """

    mistake: Mistake
    symptom: str
    code: tuple[str, ...]
    odd: int | None = None
    right: str = ""
    planted: bool = False

    @property
    def belief(self) -> str:
        """What the author of the wrong answer thought."""
        if self.planted or not self.mistake.answer:
            return ""
        return " ".join((inspect.getdoc(self.mistake.answer) or "").split())

    @property
    def is_clear(self) -> bool:
        """Whether readers can find the cause from the symptom alone."""
        return bool(GIVEN.search(self.symptom) or not DRAWN.search(self.symptom))


@cache
def wrongs(task_id: str) -> tuple[Wrong, ...]:
    """Wrong answers whose mistake the check names.

    We search for them only once, and store them until the package or search changes.
    """
    kept = kept_at(task_id)
    known = [*checks.task(task_id).mistakes, *ANYWHERE]
    if kept.exists():
        found = json.loads(kept.read_text("utf-8"))
        return tuple(Wrong(known[i], s, tuple(code), *x) for i, s, code, *x in found)
    found = search(task_id)
    KEPT.mkdir(parents=True, exist_ok=True)
    for old in KEPT.glob(f"{task_id}-*"):
        old.unlink(missing_ok=True)
    text = json.dumps([(known.index(w.mistake), *w[1:]) for w in found])
    atomic.write(kept, text)
    return found


def kept_at(task_id: str) -> Path:
    """The path of the file that stores a task's wrong answers."""
    return KEPT / f"{task_id}-{state()}.json"


@cache
def state() -> str:
    """A fingerprint of everything that decides which wrong answers a deck has."""
    parts = "**/*.py", "mistakes/**/*.txt"
    package = freshness.fingerprint(*parts, root=freshness.PACKAGE)
    ours = "spot.py", "programs.py", "slips.py"
    found = freshness.fingerprint(*ours, root=Path(__file__).parent)
    return package + found + freshness.fingerprint("lines.py", root=freshness.PRACTICE)


def search(task_id: str) -> tuple[Wrong, ...]:
    found = [*of_catalogue(task_id), *planted(task_id)]
    if len({one.mistake.id for one in dealt(found, with_code=True)}) < CAUSES:
        found += anywhere(task_id)
    return tuple(found)


def of_catalogue(task_id: str) -> list[Wrong]:
    """Collect wrong answers from the catalogue until enough of them are clear."""
    task = checks.task(task_id)
    cases = programs.cases_of(task_id)
    known = [one for one in task.mistakes if one.answer and one.cause]
    ours = programs.short(task_id)
    known.sort(key=lambda one: rank_of(task_id, one, ours))
    found: list[Wrong] = []
    with torch.random.fork_rng(devices=()):
        for mistake in known[:TRIED]:
            torch.default_generator.manual_seed(0)
            seen, _ = observe(task.probe, mistake.answer, cases)
            verdict = judge(task, cases, seen, seed=0)
            if verdict.mistake == mistake.id and verdict.symptom and verdict.cause:
                code = programs.lines(task_id, mistake.answer)
                at, right = odd(code, ours)
                if at is not None:
                    fixed = programs.filled(code, (at,), [right]).splitlines()
                    if not programs.passes(task_id, tuple(fixed)):
                        at, right = None, ""
                symptom = programs.without_place(verdict.symptom)
                found.append(Wrong(mistake, symptom, code, at, right))
            if len({one.symptom for one in found if one.is_clear}) == ENOUGH:
                break
    return found


def rank_of(task_id: str, mistake: Mistake, ours) -> int:
    """Rank answers with one wrong line first, then those with code, then the others."""
    code = programs.lines(task_id, mistake.answer)
    return 0 if odd(code, ours)[0] is not None else 1 if code else 2


def odd(code: tuple[str, ...], ours) -> tuple[int | None, str]:
    """The line that differs from a right answer, and the right line."""
    for right in ours:
        if len(right) == len(code) > 2:
            differs = [i for i in range(1, len(code)) if code[i] != right[i]]
            if len(differs) == 1:
                return differs[0], right[differs[0]].strip()
    return None, ""


def planted(task_id: str) -> Iterator[Wrong]:
    """Wrong answers made from a right answer, by replacing one line in each.

    We use the first right answer in which this works. If the line comes from a wrong
    answer, the check has to name the mistake of that answer. If the line is a slip, the
    check has to name one of this task's own mistakes. We leave out slips that raise an
    error, because the check may name a different mistake.
    """
    known = {(one.id, one.cause): one for one in checks.task(task_id).mistakes}
    for code in programs.rights(task_id):
        if len(code) > LONGEST or not programs.passes(task_id, code):
            continue
        free = programs.needed(task_id, code)
        made: dict[str, Wrong] = {}
        for one in programs.temptations(task_id, code, free, SLIPS, SLIPS):
            found = one.found
            mistake = known.get((found.mistake or "", found.cause))
            raises = found.symptom.startswith("raises")
            of_slip = not (one.whose or raises or mistake in COMMON)
            if not mistake or not (found.mistake == one.whose or of_slip):
                continue
            text = programs.filled(code, (one.at,), [one.line])
            change = changed(code[one.at], one.line)
            if one.whose or explains(task_id, mistake, change, text):
                if mistake.id in made or not always(task_id, text, mistake):
                    continue
                wrong, right = tuple(text.splitlines()), code[one.at].strip()
                new = Wrong(mistake, found.symptom, wrong, one.at, right, True)
                made[mistake.id] = new
            if len(made) == DECK:
                break
        if made:
            yield from made.values()
            return


def changed(right: str, wrong: str) -> set[str]:
    """The words and signs in which two texts differ; all transposes are the same."""
    one, two = (
        Counter(WORDS.findall(ALIKE.sub("transpose", t))) for t in (right, wrong)
    )
    return {*(one - two), *(two - one)}


@cache
def changes(task_id: str, id: str, cause: str) -> list[set[str]]:
    """What each answer with a mistake changes in the right answer most similar to it.

    Answers that need code from outside their file are left out.
    """
    ours = ["\n".join(code[1:]) for code in programs.rights(task_id)]
    found = []
    for answer in answers(task_id, id, cause):
        if code := programs.lines(task_id, answer):
            text = "\n".join(code[1:])
            found.append(min((changed(right, text) for right in ours), key=len))
    return found


def answers(task_id: str, id: str, cause: str) -> list:
    """The answers in the catalogue with this mistake and cause."""
    known = checks.task(task_id).mistakes
    return [
        one.answer for one in known if (one.id, one.cause) == (id, cause) and one.answer
    ]


def explains(task_id: str, mistake: Mistake, change: set[str], text: str) -> bool:
    """Whether a mistake is the cause of a slip, and not only of its symptom.

    One of the mistake's answers in the catalogue has to make the same change and little
    else. If none of them has code to compare, one of them has to give the same results
    as the program with the slip.
    """
    known = changes(task_id, mistake.id, mistake.cause)
    near = (own for own in known if len(own) <= len(change) + CLOSE)
    return any(same(own, change) for own in near) or (
        not (known or mere_number(change)) and alike(task_id, mistake, text)
    )


def mere_number(change: set[str]) -> bool:
    """Whether a change is only in numbers, and not about counting from 0."""
    return all(map(str.isdigit, change)) and "0" not in change


def same(own: set[str], change: set[str]) -> bool:
    """Whether the first change contains the second, or both have a word in common."""
    return own >= change or any(len(word) > 1 for word in own & change)


def alike(task_id: str, mistake: Mistake, text: str) -> bool:
    """Whether a program always gives the same as one of a mistake's answers."""
    seen = programs.observed(task_id, programs.built(task_id, text))
    for answer in answers(task_id, mistake.id, mistake.cause):
        pairs = zip(seen, programs.observed(task_id, answer), strict=True)
        if all(equal(*pair) for pair in pairs):
            return True
    return False


def equal(one: Observation, other: Observation) -> bool:
    if one.trouble or other.trouble:
        return one.trouble.split("\n")[0] == other.trouble.split("\n")[0]
    return one.values.keys() == other.values.keys() and all(
        np.shape(value) == np.shape(other.values[name])
        and np.allclose(value, other.values[name], equal_nan=True)
        for name, value in one.values.items()
    )


def always(task_id: str, text: str, mistake: Mistake) -> bool:
    """Whether the check also names the mistake for other seeds, so not by chance."""
    others = (programs.judged(task_id, text, seed) for seed in (1, 2))
    return all(found.mistake == mistake.id for found in others)


def anywhere(task_id: str) -> Iterator[Wrong]:
    """Mistakes for a task that has few of its own: a missing argument or return."""
    code = programs.rights(task_id)[0]
    fewer = re.sub(r"(, )?\w+(: [\w.]+)?(?=\))", "", code[0], count=1)
    lines = fewer, code[-1].strip().removeprefix("return ")
    signs = "; yours is", "is the return statement missing?"
    for mistake, at, line, sign in zip(ANYWHERE, (0, -1), lines, signs, strict=True):
        text = programs.filled(code, (at,), [line])
        symptom = programs.judged(task_id, text).symptom
        if sign in symptom:
            right = code[at].strip()
            wrong = tuple(text.splitlines())
            yield Wrong(mistake, symptom, wrong, at % len(code), right)


def dealt(found: Iterable[Wrong], *, with_code: bool) -> list[Wrong]:
    """Choose wrong answers that the reader can tell apart, each with its own mistake.

    Answers with one wrong line come first, alternately from the catalogue and planted.
    Then come other answers with code and, last, mistakes that can happen in any task.
    Answers without code also have to differ in their symptoms.
    """
    kept: dict[str, Wrong] = {}
    seen = set()
    groups: list[list[Wrong]] = [[], []]
    for one in found:
        groups[one.planted].append(one)
    by_turns = [one for pair in itertools.zip_longest(*groups) for one in pair if one]

    def rank(one):
        return one.mistake in ANYWHERE, one.odd is None, not one.code

    for one in sorted(by_turns, key=rank):
        if with_code and one.code:
            kept.setdefault(one.mistake.id, one)
        elif one.is_clear and not one.planted and one.symptom not in seen:
            kept.setdefault(one.mistake.id, one)
            seen.add(one.symptom)
    return [*kept.values()][:DECK]


def offered(task_id: str, wrong: Wrong, others: Iterable[Wrong]) -> list[Wrong]:
    """Other mistakes whose causes may be offered, because they aren't true here.

    A cause might be true if it names a word that is changed here, or if its own answer
    changes this word. Each cause is offered only once, even if several mistakes in the
    catalogue have it.
    """
    change = changed(wrong.right, wrong.code[wrong.odd]) if wrong.right else set()
    named = {word for word in change if word.isidentifier() and len(word) > 1}

    def is_other(one: Wrong) -> bool:
        text = ALIKE.sub("transpose", one.mistake.cause)
        own = changes(task_id, one.mistake.id, one.mistake.cause)
        return not (
            one.mistake.id == wrong.mistake.id
            or one.mistake.cause == wrong.mistake.cause
            or named & {*WORDS.findall(text)}
            or any(same(each, change) for each in own if change)
        )

    by_cause = {one.mistake.cause: one for one in reversed([*filter(is_other, others)])}
    return [*reversed(by_cause.values())]


def deck(task_id: str, *, with_code: bool) -> nodes.Node | None:
    """The wrong answers to a task as practice items, in a fold."""
    pairs = items(task_id, with_code=with_code)
    if len(pairs) < FEWEST:
        return None
    name = task_id.split(".")[1]
    html = "".join(
        item(f"{task_id}.{wrong.mistake.id}", name, wrong, others, with_code)
        for wrong, others in pairs
    )
    html = (
        '<details class="deck"><summary>Find the mistake: '
        f"{len(pairs)} wrong answers</summary>{html}</details>"
    )
    return nodes.raw("", html, format="html")


def items(task_id: str, *, with_code: bool) -> list[tuple[Wrong, list[Wrong]]]:
    """The answers of a deck, each with other mistakes whose causes are offered."""
    found = wrongs(task_id)
    others = [offered(task_id, wrong, found) for wrong in found]
    enough = [w for w, one in zip(found, others, strict=True) if len(one) >= CAUSES - 1]
    chosen = dealt(enough, with_code=with_code)
    return [(wrong, others[found.index(wrong)]) for wrong in chosen]


def item(id: str, name: str, wrong: Wrong, others, with_code: bool) -> str:
    chance = random.Random(id)
    others = chance.sample(others, len(others))
    others.sort(key=lambda one: one.symptom == wrong.symptom)
    chosen = [wrong, *others[: CAUSES - 1]]
    chance.shuffle(chosen)
    with_code = with_code and bool(wrong.code)
    choices = [
        Choice(escape(one.mistake.cause), one is wrong, why(one, wrong, with_code))
        for one in chosen
    ]
    code = wrong.code if with_code else ()
    return markup(id, name, wrong.symptom, code, wrong.odd, choices)


def why(one: Wrong, wrong: Wrong, with_code: bool) -> str:
    """Why a choice is or isn't the cause of a wrong answer."""
    if one is not wrong:
        if one.symptom == wrong.symptom:
            return "The check would say the same, but the code is different."
        given = " about other inputs" if has_other_inputs(one, wrong) else ""
        return f"The check would then say{given}: {escape(one.symptom.rstrip('.'))}."
    reasons = []
    if wrong.belief:
        reasons.append(f"It comes from a misconception: “{escape(wrong.belief)}”")
    if with_code and wrong.right:
        reasons.append(f"The right line is: <code>{escape(wrong.right)}</code>")
    return " ".join(reasons) or "The check's words are enough to find the cause."


def has_other_inputs(one: Wrong, other: Wrong) -> bool:
    """Whether two answers were run on different inputs, so the same output differs."""
    (name, right), (same, its) = (
        (each.symptom.split(" is ")[0], each.symptom.partition(", expected ")[2])
        for each in (one, other)
    )
    return bool(right and its) and name == same and right != its
