"""Questions about a student's own code, each with a key that comes from running it.

A question is asked only if its choices are all different and exactly one is true.
"""

import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partialmethod
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.checks.defending import values
from lernformer.checks.defending.edits import Edit, possible
from lernformer.checks.defending.program import (
    DIRECT,
    LIMIT,
    Program,
    Trace,
    looked_into,
    run_cases,
)
from lernformer.checks.judging import compared
from lernformer.checks.questions import Question
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, LARGE, PURE
from lernformer.probes.case import Case, Observation
from lernformer.threads import one_thread

MOST = (7, 12)  # edits to try: a few, or more if these give too few questions
MOST_LOST = 2  # how many edits may make the code run forever
CALLS = 5  # cases from which the small calls are chosen
ENOUGH, FEWEST = 5, 4  # questions that are wanted, and the fewest that will do
CHOICES, FEWEST_CHOICES = 4, 3
ODD = {PURE, DTYPE, GRADIENT, LARGE}  # their inputs don't make good examples
KINDS = {"line", "result", "lost", "inside", "breaks", "said", "kept", "own"}
KINDS.add("harmless")
Holds = dict[str, bool | None]
# Runs a program's text on the first or second set of cases, or says why it can't.
Runs = Callable[[str, int], list[Observation] | str]


@dataclass(frozen=True)
class Asked(Question):
    """A question about a student's code.

    Attributes:
        kind: one of ``KINDS``, for the method of ``Maker`` that asks it.
        code: what is shown below the question: changed lines, or the whole code.
        call: the case that the question is about; ``None`` if all cases count.
        about: an aspect, the check's words, or a line's number and an expression.
    """

    kind: str = ""
    code: str = ""
    call: Case | None = None
    about: tuple[Any, ...] = ()


@dataclass
class Tried:
    """An edit, and what the check says after it.

    Attributes:
        edit: the change.
        holds: for each aspect, whether all of its cases are right.
        said: the first aspect that is wrong, and what is wrong.
        again: like ``holds``, for the cases of a different seed, once known.
        traces: what happens in each call, keyed by the call's words.
    """

    edit: Edit
    holds: Holds
    said: str = ""
    again: Holds | None = None
    traces: dict[str, Trace] = field(default_factory=dict)

    @property
    def choice(self) -> str:
        return f"line {self.edit.line} becomes: {self.edit.new}"

    @property
    def told(self) -> str:
        return f"{self.edit.why} The check then says: {self.said}."


@dataclass(frozen=True)
class Call:
    """A case that is small or simple enough to think through.

    Attributes:
        case: the case.
        trace: what the student's own code does in it.
        words: the arguments of the call, in words.
        exact: whether these words contain the exact arguments.
    """

    case: Case
    trace: Trace
    words: str
    exact: bool


class Unfit(ValueError):
    """Nothing can be asked about an answer; the message says why."""


class Maker:
    """Makes the questions about one answer.

    Args:
        task: a task that the answer passes.
        own: the answer's code.
        seed: the number that decides edits, cases and the order of choices.
        runs: runs the code, if not this process.
        simple: whether to leave out questions about values and messages, which may
            differ between processes.

    Raises:
        Unfit: if the code doesn't pass by itself.
    """

    def __init__(
        self,
        task: Task,
        own: Program,
        seed: int = 0,
        runs: Runs | None = None,
        simple: bool = False,
    ):
        self.task, self.own, self.seed = task, own, seed
        self.runs, self.simple = runs or self._run, simple
        drawn = hashlib.sha256(f"{task.id}\0{own.text}\0{seed}".encode()).digest()
        self.rng = np.random.default_rng(int.from_bytes(drawn[:8], "big"))
        self.lines = own.text.splitlines()
        self.cases = [task.cases(np.random.default_rng(seed + i)) for i in (0, 1)]
        holds, said = self.judged(own.text, 0)
        if not holds or False in holds.values():
            raise Unfit(f"this code doesn't pass the check by itself: {said}")
        self.calls = [] if simple else [*self._calls()]
        self.tried: list[Tried] = []
        self.endless = 0  # edits that make the code run forever
        self.used: set[Any] = set()  # what the questions so far are about

    def questions(self, enough: int = ENOUGH) -> list[Asked]:
        """Return up to ``enough`` questions of different kinds, decided by the seed."""
        edits, found, before = self._spread(), list[Asked](), 0
        for most in MOST:
            self._try(edits, most - before)
            before, self.used, found = most, set(), []
            first = [self.line, self.result, self.lost, self.inside, self.breaks]
            then = [self.said, self.kept, self.inside, self.said, self.own_result]
            for make in [*first, *then, *first, self.own_result, self.harmless, *then]:
                if len(found) < enough and (question := make()):
                    found.append(question)
            if len(found) >= min(enough, FEWEST):
                break
        return found

    # Running ----------------------------------------------------------------------

    def _try(self, edits: Iterator[Edit], most: int) -> None:
        """Note what the check says after each of ``most`` edits."""
        for one in itertools.islice(edits, most):
            if self.endless < MOST_LOST:
                holds, said = self.judged(one.text, 0)
                self.tried += [Tried(one, holds, said)] if holds else []
                self.endless += not holds

    def judged(self, text: str, which: int) -> tuple[Holds, str]:
        """Return which aspects hold and what the check says; empty if not judged.

        Args:
            text: the program that answers.
            which: 0, or 1 for a second set of cases.
        """
        seen = self.runs(text, which)
        if isinstance(seen, str):
            wrong: Holds = dict.fromkeys(self.task.aspects, False)
            return wrong, seen
        if any(one.kind in ("timeout", "unfinished", "ready-made") for one in seen):
            return {}, ""
        with np.errstate(all="ignore"), one_thread():
            failures, _, holds = compared(self.task, self.cases[which], seen)
        for one in failures:  # wrong numbers say nothing about the inputs
            if one.case.aspect == PURE and not one.seen.facts.get("modified"):
                holds[PURE] = None
        said = [f"{x.case.aspect}: {x.symptom.partition(chr(10))[0]}" for x in failures]
        return holds, next(iter(said), "").rstrip(".")

    def _run(self, text: str, which: int) -> list[Observation] | str:
        try:
            answer = self.own.made(text)
        except Exception as error:
            return f"raises {type(error).__name__} where it is defined"
        # no limit for the unchanged code: its first call may import a library
        limit = None if text == self.own.text else LIMIT
        return run_cases(self.task.probe, answer, self.cases[which], self.seed, limit)

    def again(self, one: Tried) -> Holds:
        """Return which aspects hold after an edit, in the cases of a different seed."""
        if one.again is None:
            one.again = self.judged(one.edit.text, 1)[0]
        return one.again

    def _spread(self) -> Iterator[Edit]:
        """Yield all edits, in an order that puts different kinds and lines first."""
        order = self._drawn(possible(self.own.text, self.task.id))
        counted: Counter = Counter()
        while order:
            one = min(order, key=lambda x: 2 * counted[x.rule] + counted[x.line])
            order.remove(one)
            counted.update((one.rule, one.line))
            yield one

    def _calls(self) -> Iterator[Call]:
        """Yield calls to calculate by hand, and calls that show shapes, if any."""
        usual = [x for x in self.cases[0] if not x.optional and x.aspect not in ODD]
        usual = sorted(usual, key=lambda x: bool(x.setting))[:CALLS]
        if not isinstance(self.own.made(self.own.text), type):
            given = (self._trace(x).given for x in usual)  # of the first call in each
            usual = [Case(DIRECT, x) for x in given if x]
            exact = (self._call(rounded(x), True) for x in usual)
            yield from itertools.islice((x for x in exact if x), 2)
        shaped = [x for x in (self._call(x, False) for x in usual) if x]
        shaped = list({x.words: x for x in shaped}.values())
        yield from sorted(shaped, key=_telling, reverse=True)[:2]

    def _call(self, case: Case, exact: bool) -> Call | None:
        trace = self._trace(case)
        told = [_given(name, x, exact) for name, x in trace.given.items()]
        made = [_given(name, x, exact) for name, x in trace.made.items()]
        if trace.kind or not trace.returned or not told or not all(told + made):
            return None
        if exact:  # nobody can calculate with random numbers
            if values.size([*trace.given.values()]) > values.NUMBERS:
                return None
            again = self._trace(case, seed=self.seed + 1)
            if outcome(again, True) != outcome(trace, True):
                return None
        words = f"is made with {_listed(made)}, and " if made else ""
        return Call(case, trace, f"{words}gets {_listed(told)}", exact)

    def _trace(self, case: Case, text: str = "", seed: int | None = None) -> Trace:
        seed = self.seed if seed is None else seed
        text = text or self.own.text
        return looked_into(self.task.probe, self.own, text, case, seed)

    def after(self, one: Tried, call: Call) -> str:
        """Return a call's outcome after an edit; empty if words can't express it."""
        if call.words not in one.traces:
            one.traces[call.words] = self._trace(call.case, one.edit.text)
        return outcome(one.traces[call.words], call.exact)

    # Asking -----------------------------------------------------------------------

    def _drawn(self, things: list) -> list:
        return [things[i] for i in self.rng.permutation(len(things))]

    def _fresh(self) -> list[Tried]:
        """Return edits that no question is about yet."""
        return [x for x in self._drawn(self.tried) if x.edit.text not in self.used]

    def _question(
        self, once: Any, kind: str, ask: str, key: str, wrong: list[str], **more: Any
    ) -> Asked | None:
        """Return the question, unless it has too few choices.

        Args:
            once: what no further question may be about.
            kind: as in ``Asked``.
            ask: the question.
            key: the right choice.
            wrong: other choices, which may be too many, empty or equal.
            more: further attributes of ``Asked``.
        """
        every = [key, *dict.fromkeys(x for x in wrong if x and x != key)][:CHOICES]
        if not key or len(every) < FEWEST_CHOICES:
            return None
        self.used.add(once)
        choices = tuple(self._drawn(every))
        return Asked(ask, choices, choices.index(key), kind=kind, **more)

    def _property(self, kind: str, key: bool, what: str) -> Asked | None:
        """Ask which of several properties a change breaks or leaves."""
        for one in self._fresh():
            if {True, False} - {*one.holds.values()}:
                continue
            again, first = self.again(one), next(iter(self.task.aspects))
            sure = [x for x, held in one.holds.items() if again.get(x) is held]
            keys = self._drawn([x for x in sure if one.holds[x] is key])
            if not one.holds[first]:  # most of the others fail with it
                keys = [first] if first in keys else []
            others = self._drawn([x for x in sure if one.holds[x] is (not key)])
            ask = f"{self._changes(one)} {what}. Which one?"
            about, right = one.edit.text, next(iter(keys), "")
            more = {"told": one.told, "code": _changed(one.edit)}
            if made := self._question(about, kind, ask, right, others, **more):
                return made
        return None

    lost = partialmethod(_property, "lost", False, "One of these is lost")
    kept = partialmethod(_property, "kept", True, "Only one of these still holds")

    def breaks(self) -> Asked | None:
        """Ask which of several changes breaks a property."""
        for aspect in self._drawn([x for x in self.task.aspects if x not in self.used]):
            fresh, first = self._fresh(), aspect == next(iter(self.task.aspects))
            good = [x for x in fresh if x.holds[aspect]]
            bad = [x for x in fresh if x.holds[aspect] is False]
            bad = [x for x in bad if first or x.holds[next(iter(x.holds))]]
            if not bad or len(good) < FEWEST_CHOICES - 1:
                continue
            good = [x for x in good if self.again(x).get(aspect)]
            key = next((x for x in bad if self.again(x).get(aspect) is False), None)
            ask = (
                f"Each of these changes one line of your {self.own.name}, and only one "
                f"of them breaks this: {aspect}. Which one?"
            )
            if key and (made := self._of_changes("breaks", ask, key, good, aspect)):
                self.used.add(aspect)
                return made
        return None

    def harmless(self) -> Asked | None:
        """Ask after which of several changes the check still passes."""
        fresh = [x for x in self._fresh() if "harmless" not in self.used]
        bad = [x for x in fresh if x.said]
        good = (x for x in fresh if not x.said)
        key = next((x for x in good if False not in self.again(x).values()), None)
        ask = (
            f"Each of these changes one line of your {self.own.name}, and after only "
            "one of them the check still passes. Which one?"
        )
        if key is None:
            return None
        made = self._of_changes("harmless", ask, key, bad, "harmless")
        self.used |= {"harmless"} if made else set()
        return made

    def said(self) -> Asked | None:
        """Ask after which of several changes the check gives a certain message."""
        by_words = {x.said: x for x in self._fresh() if x.said and not self.simple}
        for words, key in by_words.items():
            ask = (
                f"After one of these changes to your {self.own.name}, the check says: "
                f"{words}. Which change was it?"
            )
            if made := self._of_changes("said", ask, key, [*by_words.values()], words):
                return made
        return None

    def _of_changes(
        self, kind: str, ask: str, key: Tried, others: list[Tried], about: str
    ) -> Asked | None:
        told = key.told if kind == "breaks" else key.edit.why
        told = "The check finds nothing wrong with it." if kind == "harmless" else told
        wrong, more = [x.choice for x in others], {"told": told, "about": (about,)}
        return self._question(key.edit.text, kind, ask, key.choice, wrong, **more)

    def result(self) -> Asked | None:
        """Ask for the outcome of a call after a change."""
        for call in self.calls:
            own = outcome(call.trace, call.exact)
            fresh = sorted(self._fresh(), key=lambda x: "raise" in self.after(x, call))
            for one in fresh:
                key = self.after(one, call)
                ask = f"{self._changes(one)} It {call.words}. What is the outcome?"
                told = one.edit.why
                told += f" Your own code gives: {own}." if own else ""
                wrong = [own, *self._outcomes(one.traces[call.words], call)]
                about, key = one.edit.text, key if key != own else ""
                more = {"told": told, "code": _changed(one.edit), "call": call.case}
                if made := self._question(about, "result", ask, key, wrong, **more):
                    return made
        return None

    def own_result(self) -> Asked | None:
        """Ask for the outcome of a call to the unchanged code."""
        for call in (x for x in self.calls if x.words not in self.used):
            key = outcome(call.trace, call.exact)
            ask = f"Your own {self.own.name} {call.words}. What is the outcome?"
            wrong = self._outcomes(call.trace, call)
            told = "We ran your code. The other choices come from small changes to it."
            more = {"told": told, "call": call.case}
            if made := self._question(call.words, "own", ask, key, wrong, **more):
                return made
        return None

    def line(self) -> Asked | None:
        """Ask which line of the whole code was changed."""
        for one in (x for x in self._fresh() if x.said and "line" not in self.used):
            after = dict(enumerate(one.edit.text.splitlines(), start=1))
            heads = ("def ", "class ", "#", "@", ")", "]", "}")
            wrong = [
                f"line {i}: {x.strip()}"
                for i, x in self._drawn([*after.items()])
                if i != one.edit.line and not x.strip().startswith(heads) and x
            ]
            key = f"line {one.edit.line}: {one.edit.new}"
            ask = (
                f"Someone has changed one line of your {self.own.name}, as shown "
                f"here. Now the check says: {one.said}. Which line must be fixed?"
            )
            about, key = one.edit.text, key if one.edit.new != "pass" else ""
            told = f"Yours was: {one.edit.old}. {one.edit.why}"
            more = {"told": told, "code": listing(about)}
            if made := self._question(about, "line", ask, key, wrong, **more):
                self.used.add("line")
                return made
        return None

    def inside(self) -> Asked | None:
        """Ask for a value in the student's own code, or for its shape."""
        for call in self.calls:
            for (line, what), value in self._drawn([*call.trace.seen.items()]):
                code = self.lines[line - 1].strip()
                said = code.partition("=")[2].strip() == str(value)  # as in n = 3
                if said or (line, what) in self.used:
                    continue
                which, key, wrong = self._of_value(value, code, call)
                is_name = what.isidentifier()
                when = f"after line {line} has run" if is_name else f"in line {line}"
                ask = (
                    f"Your own {self.own.name} {call.words}. What is the {which} of "
                    f"{what} {when} for the first time?"
                )
                told = "We ran your code and read it right after it was computed."
                more = {"told": told, "code": code, "call": call.case}
                more |= {"about": (line, what, which)}
                if made := self._question(
                    (line, what), "inside", ask, key, wrong, **more
                ):
                    return made
        return None

    def _of_value(
        self, value: Any, code: str, call: Call
    ) -> tuple[str, str, list[str]]:
        """Return which of shape and value to ask about, the key, and other choices."""
        others = self._drawn([*call.trace.seen.values()])
        large = values.size(value) > 3 and self.rng.random() < 0.5
        if values.is_array(value) and value.ndim and (large or not call.exact):
            wrong = [x for x in map(values.shape, others) if " and " not in x]
            wrong = [*wrong[:3], *self._drawn(near(value, False))]
            return "shape", values.shape(value), wrong
        from_shapes = r".*= ?([\w.]+(\.shape(\[[-\d]+\])?|\.size\([-\d]+\))|len\(.*)"
        if call.exact or (type(value) is int and re.fullmatch(from_shapes, code)):
            alike = [values.written(x) for x in others if type(x) is type(value)]
            return "value", values.written(value), alike + near(value, True)
        return "", "", []

    def _outcomes(self, trace: Trace, call: Call) -> list[str]:
        """Return outcomes after edits, and others that a student might expect."""
        every = [self.after(x, call) for x in self._drawn(self.tried)]
        every = sorted((x for x in every if x), key=lambda x: "raise" in x)
        more = near(trace.result, call.exact) if trace.returned else []
        more = more if call.exact else [f"shape {x}" for x in self._drawn(more)]
        return [*every[:2], *more, *every]

    def _changes(self, one: Tried) -> str:
        return f"Someone changes line {one.edit.line} of your {self.own.name}."


# Words ----------------------------------------------------------------------------


def outcome(trace: Trace, exact: bool) -> str:
    """Return a call's outcome, a value or a shape; empty if words can't express it."""
    if trace.kind == "error":
        return f"it {trace.trouble.partition(':')[0]}"
    if trace.kind or not trace.returned:
        return ""
    if exact:
        return values.written(trace.result)
    shape = values.shape(trace.result)
    return f"shape {shape}" if shape else ""


def near(value: Any, exact: bool) -> list[str]:
    """Return nearby values, or shapes, that a student might expect."""
    if isinstance(value, torch.Tensor):
        value = value.numpy()
    turned: list[Any] = []
    if not exact:
        shape = value.shape if isinstance(value, np.ndarray) else ()
        turned = [(*shape[:-2], *shape[:-3:-1]), (*shape[:-1], 1), shape[:-1]]
        turned += [shape[1:], (1, *shape), (*shape, *shape[-1:])]
        return [str(x) for x in turned] if shape else []
    if isinstance(value, np.ndarray) and value.ndim:
        turned = [~value] if value.dtype == bool else []
        turned += [value[::-1], value[..., ::-1], value.T, value[1:], value[..., :-1]]
    elif isinstance(value, np.ndarray | np.generic):
        value = value.item()
    match value:
        case bool():
            return []
        case int():
            turned = [value + 1, value - 1, 2 * value]
        case float() if value:
            turned = [-value, 1 / value, value**2, value / 2]
        case list():
            turned = [value[::-1], value[1:], value[:-1]]
    return [values.written(x) for x in turned]


def listing(text: str) -> str:
    """Return code with line numbers."""
    lines = enumerate(text.splitlines(), start=1)
    return "\n".join(f"{i:2}  {x}".rstrip() for i, x in lines)


def rounded(case: Case) -> Case:
    """Return the case with its numbers rounded to one decimal."""

    def simple(x: Any) -> Any:
        if isinstance(x, np.ndarray) and x.dtype.kind == "f":
            return np.round(x, 1) + 0.0
        if isinstance(x, torch.Tensor) and x.is_floating_point():
            return x.round(decimals=1) + 0.0
        return round(x, 1) if isinstance(x, float) else x

    return replace(case, inputs={name: simple(x) for name, x in case.inputs.items()})


def _given(name: str, value: Any, exact: bool) -> str:
    """Return an argument in words; empty if words can't identify it."""
    if not exact and values.is_array(value) and value.ndim:
        return f"{name} of shape {values.shape(value)}"
    if not exact and isinstance(value, nn.Module):
        parts = [f"{x} {tuple(p.shape)}" for x, p in value.named_parameters()]
        kind = type(value).__name__
        return f"{name}, a {kind} with {_listed(parts)}" if 0 < len(parts) < 3 else ""
    text = values.exact(value) or ("" if exact else values.plain(value))
    return f"{name} = {text}" if text else ""


def _listed(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _telling(call: Call) -> tuple[int, int]:
    """Return how well the shapes in a call distinguish its axes."""
    shapes = [x.shape for x in call.trace.given.values() if values.is_array(x)]
    return max(map(len, shapes), default=0), len({*itertools.chain(*shapes)})


def _changed(edit: Edit) -> str:
    return f"- {edit.old}\n+ {edit.new}"
