"""Asks questions about a student's own code, and finds each key by running the code.

A question is used only if its choices are all different and exactly one is right.
"""

import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial, partialmethod
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from lernformer.checks.judging import compared
from lernformer.checks.own_code import program, values
from lernformer.checks.own_code.edits import Edit, possible
from lernformer.checks.own_code.program import DIRECT, Program, Trace
from lernformer.checks.questions import Question
from lernformer.checks.task import Task
from lernformer.checks.wrapping import wrapped
from lernformer.probes.aspects import DTYPE, GRADIENT, LARGE, PURE
from lernformer.probes.case import Case, Observation
from lernformer.threads import one_thread

LETTERS = "abcd"
MORE = (7, 5)  # how many edits to try: a few, and more if these give too few questions
MOST_ENDLESS = 2  # the most edits that may make the code run forever
CALLS = 5  # number of cases from which small calls are chosen
ENOUGH, FEWEST = 5, 4  # how many questions we want, and how many are enough
CHOICES, FEWEST_CHOICES = 4, 3
ODD = {PURE, DTYPE, GRADIENT, LARGE}  # their inputs don't make good examples
Holds = dict[str, bool | None]
# Runs a program on the first or second set of cases, or says why it can't.
Runs = Callable[[str, int], list[Observation] | str]


@dataclass(frozen=True)
class CodeQuestion(Question):
    """A question about a student's code."""

    kind: str = ""  # such as "line", from the method of `Maker` that asks it
    code: str = ""  # shown below the question: changed lines, or all the code
    call: Case | None = None  # the case that it is about; None if it is about all cases
    # an aspect, the check's words, or a line's number and an expression
    about: tuple[Any, ...] = ()

    def as_text(self, number: int) -> str:
        """Return the question with its number and choices, for a terminal."""
        lines = [wrapped(f"{number}. {self.ask}")]
        lines += [f"    {line}" for line in self.code.splitlines()]
        choices = zip(LETTERS, self.choices, strict=False)
        lines += [wrapped(f"  {letter}) {one}") for letter, one in choices]
        return "\n".join(lines)


# What later questions may not be about, and a question with the key as first choice.
Draft = tuple[set[Any], CodeQuestion]


class Tried(NamedTuple):
    """An edit, and what the check says after it."""

    edit: Edit
    holds: Holds  # for each aspect, whether all of its cases are right
    message: str  # the first aspect that is wrong, and what is wrong

    @property
    def choice(self) -> str:
        return f"line {self.edit.line} becomes: {self.edit.new}"

    @property
    def code(self) -> str:
        return f"- {self.edit.old}\n+ {self.edit.new}"

    @property
    def reason(self) -> str:
        return f"{self.edit.why} The check then says: {self.message}."


class Call(NamedTuple):
    """A case that is small or simple enough to think through."""

    case: Case
    trace: Trace  # what the student's own code does in this case
    words: str  # the arguments of the call, as text
    exact: bool  # whether this text contains the exact arguments

    def outcome(self, trace: Trace) -> str:
        """Return the outcome that a trace shows; empty if words can't express it."""
        if trace.kind == "error":
            return f"it {trace.trouble.partition(':')[0]}"
        if trace.kind or not trace.returned:
            return ""
        if self.exact:
            return values.written(trace.result)
        shape = values.shape(trace.result)
        return f"shape {shape}" if shape else ""


class Unfit(ValueError):
    """Raised if there is nothing to ask about an answer; the message says why."""


@dataclass
class Maker:
    """Makes the questions about one answer.

    Raises:
        Unfit: if the code doesn't pass by itself.
    """

    task: Task  # a task that the answer passes
    own: Program  # the answer's code
    seed: int = 0  # selects edits, cases and the order of choices
    runs: Runs | None = None  # function that runs the code, if not in this process
    simple: bool = False  # leave out values and messages, which may differ elsewhere

    def __post_init__(self) -> None:
        drawn = f"{self.task.id}\0{self.own.text}\0{self.seed}".encode()
        digest = hashlib.sha256(drawn).digest()
        self.rng = np.random.default_rng(int.from_bytes(digest[:8], "big"))
        seeds = self.seed, self.seed + 1
        self.cases = [self.task.cases(np.random.default_rng(x)) for x in seeds]
        self.lines = self.own.text.splitlines()
        self.first = next(iter(self.task.aspects))
        self.trace = cache(partial(program.looked_into, self.task.probe, self.own))
        # which aspects hold after a change, in the cases of the second seed
        self.again = cache(lambda text: self.judged(text, 1)[0])
        holds, message = self.judged(self.own.text, 0)
        if not holds or False in holds.values():
            raise Unfit(f"this code doesn't pass the check by itself: {message}")
        self.calls = [] if self.simple else [*self._calls()]
        self.tried: list[Tried] = []
        self.used: set[Any] = set()  # what the questions so far are about

    def questions(self, enough: int = ENOUGH) -> list[CodeQuestion]:
        """Return up to ``enough`` questions of different kinds, chosen by the seed."""
        first = [self.line, self.result, self.lost, self.inside, self.breaks]
        then = [self.message, self.kept, self.inside, self.message, self.own_result]
        makers = [*first, *then, *first, self.own_result, self.harmless, *then]
        edits, endless, found = self._spread(), 0, list[CodeQuestion]()
        for more in MORE:
            for edit in itertools.islice(edits, more):
                if endless < MOST_ENDLESS:
                    holds, message = self.judged(edit.text, 0)
                    self.tried += [Tried(edit, holds, message)] if holds else []
                    endless += not holds
            self.used, found = set(), []
            for make in makers:
                if len(found) < enough:
                    found += itertools.islice(self._finished(make()), 1)
            if len(found) >= min(enough, FEWEST):
                break
        return found

    def _finished(self, drafts: Iterable[Draft]) -> Iterator[CodeQuestion]:
        """Yield questions with enough different choices, in a random order."""
        for once, draft in drafts:
            key, *wrong = draft.choices
            every = [key, *dict.fromkeys(x for x in wrong if x and x != key)][:CHOICES]
            if key and len(every) >= FEWEST_CHOICES:
                self.used |= once
                choices = tuple(self._drawn(every))
                yield replace(draft, choices=choices, right=choices.index(key))

    # Running ----------------------------------------------------------------------

    def judged(self, text: str, which: int) -> tuple[Holds, str]:
        """Return which aspects hold and what the check says; empty if not judged.

        Args:
            which: 0, or 1 for the second set of cases.
        """
        seen = (self.runs or self._run)(text, which)
        if isinstance(seen, str):
            return dict.fromkeys(self.task.aspects, False), seen
        if any(one.kind in ("timeout", "unfinished", "ready-made") for one in seen):
            return {}, ""
        with np.errstate(all="ignore"), one_thread():
            failures, _, holds = compared(self.task, self.cases[which], seen)
        for one in failures:  # wrong numbers say nothing about the inputs
            if one.case.aspect == PURE and not one.seen.facts.get("modified"):
                holds[PURE] = None
        message = "".join(f"{x.case.aspect}: {x.symptom}" for x in failures[:1])
        return holds, message.partition("\n")[0].rstrip(".")

    def _run(self, text: str, which: int) -> list[Observation] | str:
        try:
            answer = self.own.made(text)
        except Exception as error:
            return f"raises {type(error).__name__} where it is defined"
        # no limit for the unchanged code, because its first call may import a library
        limit = None if text == self.own.text else program.LIMIT
        cases = self.cases[which]
        return program.run_cases(self.task.probe, answer, cases, self.seed, limit)

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
        """Yield calls to work out by hand, and calls that show shapes, if any."""
        usual = [x for x in self.cases[0] if not x.optional and x.aspect not in ODD]
        usual = sorted(usual, key=lambda x: bool(x.setting))[:CALLS]
        if not isinstance(self.own.made(self.own.text), type):
            # the arguments of the first call in each
            given = (self.trace(self.own.text, x, self.seed).given for x in usual)
            usual = [Case(DIRECT, x) for x in given if x]
            yield from itertools.islice(self._shown(map(rounded, usual), True), 2)
        shaped = {x.words: x for x in self._shown(usual, False)}
        yield from sorted(shaped.values(), key=_informative, reverse=True)[:2]

    def _shown(self, cases: Iterable[Case], exact: bool) -> Iterator[Call]:
        """Yield the calls whose arguments can be shown, exactly or by their shapes."""
        for case in cases:
            trace = self.trace(self.own.text, case, self.seed)
            given = [_given(name, x, exact) for name, x in trace.given.items()]
            made = [_given(name, x, exact) for name, x in trace.made.items()]
            if trace.kind or not trace.returned or not given or not all(given + made):
                continue
            words = f"is made with {_listed(made)}, and " if made else ""
            call = Call(case, trace, f"{words}gets {_listed(given)}", exact)
            if exact:  # nobody can calculate with random numbers
                if values.size([*trace.given.values()]) > values.NUMBERS:
                    continue
                again = self.trace(self.own.text, case, self.seed + 1)
                if call.outcome(again) != call.outcome(trace):
                    continue
            yield call

    def after(self, one: Tried, call: Call) -> str:
        """Return a call's outcome after an edit; empty if words can't express it."""
        return call.outcome(self.trace(one.edit.text, call.case, self.seed))

    # Asking -----------------------------------------------------------------------

    def _drawn(self, things: Iterable) -> list:
        things = [*things]
        return [things[i] for i in self.rng.permutation(len(things))]

    def _fresh(self) -> list[Tried]:
        """Return edits that no question is about yet."""
        return [x for x in self._drawn(self.tried) if x.edit.text not in self.used]

    def _property(self, kind: str, holds: bool, what: str) -> Iterator[Draft]:
        """Ask which of several properties a change breaks or preserves."""
        for one in self._fresh():
            if {True, False} - {*one.holds.values()}:
                continue
            again = self.again(one.edit.text)
            sure = [x for x, before in one.holds.items() if again.get(x) is before]
            keys = self._drawn(x for x in sure if one.holds[x] is holds)
            if not one.holds[self.first]:  # most of the others fail with it
                keys = [self.first] if self.first in keys else []
            wrong = self._drawn(x for x in sure if one.holds[x] is (not holds))
            ask = f"{self._changes(one)} {what}. Which one?"
            choices = (next(iter(keys), ""), *wrong)
            question = CodeQuestion(ask, choices, 0, one.reason, kind, one.code)
            yield {one.edit.text}, question

    lost = partialmethod(_property, "lost", False, "One of these is lost")
    kept = partialmethod(_property, "kept", True, "Only one of these still holds")

    def breaks(self) -> Iterator[Draft]:
        """Ask which of several changes breaks a property."""
        for aspect in self._drawn(x for x in self.task.aspects if x not in self.used):
            fresh = self._fresh()
            good = [x for x in fresh if x.holds[aspect]]
            bad = [x for x in fresh if x.holds[aspect] is False]
            bad = [x for x in bad if aspect == self.first or x.holds[self.first]]
            if not bad or len(good) < FEWEST_CHOICES - 1:
                continue
            good = [x for x in good if self.again(x.edit.text).get(aspect)]
            lost = (x for x in bad if self.again(x.edit.text).get(aspect) is False)
            if key := next(lost, None):
                ask = f"Each of these changes one line of your {self.own.name}, and "
                ask += f"only one of them breaks this: {aspect}. Which one?"
                yield _of_changes("breaks", ask, key, good, aspect, key.reason)

    def harmless(self) -> Iterator[Draft]:
        """Ask after which of several changes the check still passes."""
        fresh = self._fresh()
        bad, good = [x for x in fresh if x.message], (x for x in fresh if not x.message)
        kept = (x for x in good if False not in self.again(x.edit.text).values())
        if key := next(kept, None):
            ask = f"Each of these changes one line of your {self.own.name}, and after "
            ask += "only one of them the check still passes. Which one?"
            reason = "The check finds nothing wrong with it."
            yield _of_changes("harmless", ask, key, bad, "harmless", reason)

    def message(self) -> Iterator[Draft]:
        """Ask after which of several changes the check gives a certain message."""
        by_text = {x.message: x for x in self._fresh() if x.message and not self.simple}
        for text, key in by_text.items():
            ask = f"After one of these changes to your {self.own.name}, the check says"
            ask += f": {text}. Which change was it?"
            others, reason = by_text.values(), key.edit.why
            yield _of_changes("message", ask, key, others, text, reason)

    def result(self) -> Iterator[Draft]:
        """Ask for the outcome of a call after a change."""
        for call in self.calls:
            own = call.outcome(call.trace)
            fresh = sorted(self._fresh(), key=lambda x: "raise" in self.after(x, call))
            for one in fresh:
                key = self.after(one, call)
                ask = f"{self._changes(one)} It {call.words}. What is the outcome?"
                reason = one.edit.why + (f" Your own code gives: {own}." if own else "")
                trace = self.trace(one.edit.text, call.case, self.seed)
                wrong = [own, *self._outcomes(trace, call)]
                choices = (key if key != own else "", *wrong)
                more = "result", one.code, call.case
                yield {one.edit.text}, CodeQuestion(ask, choices, 0, reason, *more)

    def own_result(self) -> Iterator[Draft]:
        """Ask for the outcome of a call to the unchanged code."""
        for call in (x for x in self.calls if x.words not in self.used):
            ask = f"Your own {self.own.name} {call.words}. What is the outcome?"
            choices = (call.outcome(call.trace), *self._outcomes(call.trace, call))
            why = "We ran your code. The other choices come from small changes to it."
            question = CodeQuestion(ask, choices, 0, why, "own", call=call.case)
            yield {call.words}, question

    def line(self) -> Iterator[Draft]:
        """Ask which line of the whole code was changed."""
        heads = ("def ", "class ", "#", "@", ")", "]", "}")
        for one in (x for x in self._fresh() if x.message and "line" not in self.used):
            text, new = one.edit.text, one.edit.new
            wrong = [
                f"line {i}: {x.strip()}"
                for i, x in self._drawn(enumerate(text.splitlines(), start=1))
                if i != one.edit.line and x and not x.strip().startswith(heads)
            ]
            ask = f"Someone has changed one line of your {self.own.name}, as shown "
            ask += f"here. Now the check says: {one.message}. Which line must be fixed?"
            choices = (f"line {one.edit.line}: {new}" if new != "pass" else "", *wrong)
            reason = f"Yours was: {one.edit.old}. {one.edit.why}"
            question = CodeQuestion(ask, choices, 0, reason, "line", listing(text))
            yield {text, "line"}, question

    def inside(self) -> Iterator[Draft]:
        """Ask for a value in the student's own code, or for its shape."""
        for call in self.calls:
            for (line, what), value in self._drawn(call.trace.seen.items()):
                code = self.lines[line - 1].strip()
                is_plain = code.partition("=")[2].strip() == str(value)  # as in n = 3
                if is_plain or (line, what) in self.used:
                    continue
                which, *words = self._of_value(value, code, call)
                is_name = what.isidentifier()
                when = f"after line {line} has run" if is_name else f"in line {line}"
                ask = f"Your own {self.own.name} {call.words}. What is the {which} of "
                ask += f"{what} {when} for the first time?"
                reason = "We ran your code and read it right after it was computed."
                more = code, call.case, (line, what, which)
                question = CodeQuestion(ask, tuple(words), 0, reason, "inside", *more)
                yield {(line, what)}, question

    def _of_value(self, value: Any, code: str, call: Call) -> list[str]:
        """Return "shape" or "value", the key, and other choices."""
        others = self._drawn(call.trace.seen.values())
        large = values.size(value) > 3 and self.rng.random() < 0.5
        if values.is_array(value) and value.ndim and (large or not call.exact):
            wrong = [x for x in map(values.shape, others) if " and " not in x][:3]
            wrong += self._drawn(near(value, False))
            return ["shape", values.shape(value), *wrong]
        from_shapes = r".*= ?([\w.]+(\.shape(\[[-\d]+\])?|\.size\([-\d]+\))|len\(.*)"
        if call.exact or (type(value) is int and re.fullmatch(from_shapes, code)):
            alike = [values.written(x) for x in others if type(x) is type(value)]
            return ["value", values.written(value), *alike, *near(value, True)]
        return ["", ""]

    def _outcomes(self, trace: Trace, call: Call) -> list[str]:
        """Return outcomes after edits, and others that a student might expect."""
        every = [self.after(x, call) for x in self._drawn(self.tried)]
        every = sorted((x for x in every if x), key=lambda x: "raise" in x)
        more = near(trace.result, call.exact) if trace.returned else []
        more = more if call.exact else [f"shape {x}" for x in self._drawn(more)]
        return [*every[:2], *more, *every]

    def _changes(self, one: Tried) -> str:
        return f"Someone changes line {one.edit.line} of your {self.own.name}."


def _of_changes(
    kind: str, ask: str, key: Tried, others: Iterable[Tried], about: str, reason: str
) -> Draft:
    """Return a question whose choices are changes."""
    choices = (key.choice, *(x.choice for x in others))
    question = CodeQuestion(ask, choices, 0, reason, kind, about=(about,))
    return {key.edit.text, about}, question


def near(value: Any, exact: bool) -> list[str]:
    """Return similar values, or shapes, that a student might expect."""
    if isinstance(value, torch.Tensor):
        value = value.numpy()
    if not exact:
        shape = value.shape if isinstance(value, np.ndarray) else ()
        shapes = [(*shape[:-2], *shape[:-3:-1]), (*shape[:-1], 1), shape[:-1]]
        shapes += [shape[1:], (1, *shape), (*shape, *shape[-1:])]
        return [str(x) for x in shapes] if shape else []
    if isinstance(value, np.ndarray | np.generic) and not value.ndim:
        value = value.item()
    turned: list[Any] = []
    match value:
        case np.ndarray() as x:
            turned = [~x] if x.dtype == bool else []
            turned += [x[::-1], x[..., ::-1], x.T, x[1:], x[..., :-1]]
        case int() as x if not isinstance(x, bool):
            turned = [x + 1, x - 1, 2 * x]
        case float() as x if x:
            turned = [-x, 1 / x, x**2, x / 2]
        case list() as x:
            turned = [x[::-1], x[1:], x[:-1]]
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
    """Return an argument as text; empty if text can't identify it."""
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


def _informative(call: Call) -> tuple[int, int]:
    """Return how well the shapes in a call distinguish its axes."""
    shapes = [x.shape for x in call.trace.given.values() if values.is_array(x)]
    return max(map(len, shapes), default=0), len({*itertools.chain(*shapes)})
