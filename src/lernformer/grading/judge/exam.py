"""Sets up the public and hidden cases of an exercise, and judges its answers."""

import builtins
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from lernformer import checks
from lernformer.checks.fairer import fairer
from lernformer.checks.repairing import Planted, graded, planted
from lernformer.checks.verdict import Verdict
from lernformer.grading.judge.causes import MISSING, cause_of
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.round import (
    PUBLIC_SEED,
    UNDEFINED,
    NoAnswer,
    Observed,
    Round,
)
from lernformer.grading.judge.run import Transcript
from lernformer.grading.judge.seeds import seed_of
from lernformer.grading.judge.submission import clean
from lernformer.grading.sandbox.visible_files import right_code
from lernformer.probes.case import Observation
from lernformer.probes.earlier import earlier, home

SHORT = 20  # characters kept of a fact, such as "float32" or "the mask"
MUTE_HERE = "gives no answer for a hidden case"
READY_MADE = "calls a function that an answer may not use: build it from its parts"
MUTE = "gives no answer with the course's answers to earlier tasks"


class Exam:
    """The public and hidden cases for each check cell, in the order of the tasks.

    The public cases may be shown to students. The hidden cases decide the score.
    """

    def __init__(self, exercise: Exercise, secret: bytes):
        self.public: dict[str, Round] = {}
        self.hidden: dict[str, Round] = {}
        self.exercise = exercise
        every = checks.tasks()
        items = sorted(exercise.questions.items(), key=lambda x: every.index(x[1].task))
        for name, question in items:
            task = checks.task(question.task)
            names = tuple(earlier(task.probe))
            reference = right_code(exercise.slug, names)
            self.public[name] = Round(task, PUBLIC_SEED, names, reference)
            self.hidden[name] = Round(task, seed_of(secret, task.id), names, reference)

    @property
    def answers(self) -> list[str]:
        """The names of the answers and of the helpers that later answers may call."""
        found = []
        for name, rounds in self.public.items():
            found += [self.exercise.questions[name].name, *rounds.task.probe.helpers]
        return found

    @property
    def fixed(self) -> list[str]:
        """The names of the answers in which students had to find a bug."""
        questions, rounds = self.exercise.questions, self.public.items()
        return [questions[name].name for name, x in rounds if planted(x.task)]

    def verdicts(
        self,
        public: Transcript,
        hidden: Transcript,
        lost: Mapping[str, str] | None = None,
        cells: Sequence[str | None] = (),
    ) -> dict[str, Verdict]:
        """Return the verdict on each answer, keyed by check cell, in task order.

        The public transcript is needed only for answers that are wrong on the hidden
        cases. If an answer fails only in the deciding run, ``lost`` says why.
        """
        verdicts: dict[str, Verdict] = {}

        def wrong(earlier: str) -> bool:
            task = home(self.exercise.slug, earlier)
            same = (v for v in verdicts.values() if v.name == task)
            return not all(verdict.works for verdict in same)

        for name in self.hidden:
            verdict = self._verdict(name, public, hidden, wrong)
            if not verdict.passed and lost and name in lost:
                verdict = replace(verdict, symptom=clean(lost[name]))
            if cause := self._missing(name, verdict, public, cells):
                verdict = replace(verdict, cause=cause)
            if bugs := planted(self.public[name].task):
                verdict = self._fixed(verdict, name, hidden, bugs)
            verdicts[name] = verdict
        return verdicts

    def _missing(
        self,
        name: str,
        verdict: Verdict,
        public: Transcript,
        cells: Sequence[str | None],
    ) -> str:
        """Return the error that left an answer's name undefined, or ""."""
        if verdict.passed or verdict.cause:
            return ""
        missing = MISSING.search(verdict.symptom)
        undefined = missing[1] if missing else self.exercise.questions[name].name
        is_missing = missing or verdict.symptom == UNDEFINED.reason
        return cause_of(undefined, cells, public.errors) if is_missing else ""

    def _fixed(
        self, verdict: Verdict, name: str, hidden: Transcript, bugs: Sequence[Planted]
    ) -> Verdict:
        """Return the verdict on a bug fix, with a lower score for a full rewrite.

        If the answer has several definitions, any of them may have been in place when
        the answer was tested. So we score the definition that differs most from the
        code that was handed out.
        """
        made = hidden.made.get(self.exercise.questions[name].name, {})
        found = [
            graded(verdict, code, bugs, made["more"])
            for code in made.get("definitions") or ()
        ]
        return min(found or [graded(verdict, None, bugs)], key=lambda one: one.score)

    def _verdict(
        self,
        name: str,
        public: Transcript,
        hidden: Transcript,
        wrong: Callable[[str], bool],
    ) -> Verdict:
        """Return the verdict on the hidden cases, explained using the public ones."""
        observed = hidden.observed[name]
        verdict = self.hidden[name].verdict(observed)
        if name in hidden.with_reference:
            helped = self.hidden[name].verdict(hidden.with_reference[name])
            verdict = fairer(verdict, helped, hidden.calls[name], wrong)
        verdict = replace(verdict, seed=None, printed="")
        if verdict.passed:
            return verdict
        shown = public.observed[name]
        if verdict.blocked_by:
            observed = hidden.with_reference[name]
            shown = _hushed(public.with_reference.get(name, shown), shown)
        if isinstance(observed, NoAnswer):
            if observed == shown:
                return verdict
            # The reason would come from a process that knew the hidden cases.
            return replace(verdict, symptom=MUTE_HERE)
        telling = self.public[name].verdict(shown)
        if telling.passed:
            symptom = "is wrong for a hidden case, though right for the cases shown"
            refused = verdict.mistake == "ready_made"
            return replace(verdict, symptom=READY_MADE if refused else symptom)
        return replace(
            verdict,
            aspect=telling.aspect,
            symptom=clean(telling.symptom),
            mistake=telling.mistake,
            cause=telling.cause,
            seed=PUBLIC_SEED,
        )


def _hushed(observed: Observed, before: Observed) -> Observed:
    """Return the results of an answer that could see right code, with texts cut short.

    These texts might contain the right code. We keep a text only if the answer also
    produced it before it could see that code. A new error message is reduced to the
    error's name.
    """
    if isinstance(observed, NoAnswer):
        return observed
    known = [] if isinstance(before, NoAnswer) else before
    harmless = {words for one in known for words in (one.trouble, *one.facts.values())}
    return [_mute(one, harmless) for one in observed]


def _mute(one: Observation, harmless: set[str]) -> Observation:
    facts = {name: x if x in harmless else x[:SHORT] for name, x in one.facts.items()}
    if not one.trouble or one.trouble in harmless:
        return replace(one, facts=facts)
    raised = re.match(r"raises (\w+)", one.trouble)
    if raised and isinstance(vars(builtins).get(raised[1]), type):
        return replace(one, facts=facts, trouble=raised[0])
    return replace(one, facts=facts, trouble=MUTE)
