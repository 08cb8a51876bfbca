"""The public and the hidden cases of an exercise, and the verdicts on its answers."""

import builtins
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from lernformer import checks
from lernformer.checks.fairer import fairer
from lernformer.checks.repairing import Planted, definition, graded, planted
from lernformer.checks.verdict import Verdict
from lernformer.grading.needed import unwritten
from lernformer.grading.own_work import ready_made
from lernformer.grading.release import Exercise
from lernformer.grading.rounds import PUBLIC_SEED, NoAnswer, Observed, Round
from lernformer.grading.run import Transcript
from lernformer.grading.seeds import seed_of
from lernformer.grading.source import PATIENCE
from lernformer.grading.submission import clean
from lernformer.grading.view import right_code
from lernformer.probes.case import Observation
from lernformer.probes.earlier import earlier, home
from lernformer.probes.probing import OutOfTime, time_limit

SHORT = 20  # characters of a fact, such as "float32" or "the mask"
MUTE_HERE = "comes to no answer for a hidden case"
MUTE = "comes to no answer with the course's answers to earlier tasks"


class Exam:
    """Two rounds for each check cell, in the order of the tasks.

    Args:
        exercise: what was released.
        secret: from which the hidden cases are drawn.

    Attributes:
        public: by check cell, the cases that a page may show.
        hidden: by check cell, those that decide.
    """

    def __init__(self, exercise: Exercise, secret: bytes):
        self.public: dict[str, Round] = {}
        self.hidden: dict[str, Round] = {}
        self.exercise = exercise
        every = checks.tasks()
        asked = sorted(exercise.questions.items(), key=lambda x: every.index(x[1].task))
        for name, question in asked:
            task = checks.task(question.task)
            names = tuple(earlier(task.probe))
            reference = right_code(exercise.slug, names)
            self.public[name] = Round(task, PUBLIC_SEED, names, reference)
            self.hidden[name] = Round(task, seed_of(secret, task.id), names, reference)

    @property
    def answers(self) -> list[str]:
        """The names of what is asked, with the helpers that later answers may call."""
        found = []
        for name, asked in self.public.items():
            found += [self.exercise.questions[name].name, *asked.task.probe.helpers]
        return found

    def held_back(self, cells: list[str]) -> set[str]:
        """The checks whose answers call what is ready-made in earlier answers alone.

        What such an answer is worth shows with the course's answers in their place.
        """
        return {
            name
            for name in self.public
            if self._ready_made(name, cells)
            and not self._ready_made(name, cells, self.public[name].earlier)
        }

    def verdicts(
        self, public: Transcript, hidden: Transcript, cells: list[str]
    ) -> dict[str, Verdict]:
        """What is said of each answer, by check cell, in the order of the tasks.

        Args:
            public: what the first run of the notebook gave.
            hidden: what the second one gave.
            cells: the sources of its code cells.
        """
        held_back = self.held_back(cells)
        verdicts: dict[str, Verdict] = {}

        def wrong(earlier: str) -> bool:
            task = home(self.exercise.slug, earlier)
            same = (v for v in verdicts.values() if v.name == task)
            return not all(verdict.works for verdict in same)

        for name in self.hidden:
            refusal = self._refusal(name, cells)
            helped = name in held_back and name in hidden.with_reference
            if refusal is None or helped:
                verdict = self._verdict(name, public, hidden, wrong, refusal)
                if verdict.symptom == MUTE_HERE:
                    answer = self.exercise.questions[name].name
                    words = unwritten(tuple(cells), answer) or MUTE_HERE
                    verdict = replace(verdict, symptom=words)
            else:
                verdict = refusal
            if bugs := planted(self.public[name].task):
                verdict = self._mended(verdict, name, cells, bugs)
            verdicts[name] = verdict
        return verdicts

    def _mended(
        self, verdict: Verdict, name: str, cells: list[str], bugs: Sequence[Planted]
    ) -> Verdict:
        """What is left of points where a bug was to be found, and not code written."""
        try:
            with time_limit(PATIENCE):
                answer = definition(cells, self.exercise.questions[name].name)
                return graded(verdict, answer, bugs)
        except (OutOfTime, RecursionError, MemoryError):  # nobody's mended code
            return graded(verdict, None, bugs)

    def _refusal(self, name: str, cells: list[str]) -> Verdict | None:
        """The verdict on an answer whose source calls what does the task's work."""
        asked, words = self.public[name], self._ready_made(name, cells)
        if not words:
            return None
        seen = [Observation(trouble=words, kind="ready-made")] * len(asked.cases)
        return replace(asked.verdict(seen), seed=None)

    def _ready_made(
        self, name: str, cells: list[str], replaced: Iterable[str] = ()
    ) -> str:
        probe, answer = self.public[name].task.probe, self.exercise.questions[name].name
        return ready_made(probe, tuple(cells), answer, tuple(replaced))

    def _verdict(
        self,
        name: str,
        public: Transcript,
        hidden: Transcript,
        wrong: Callable[[str], bool],
        refusal: Verdict | None = None,
    ) -> Verdict:
        """The hidden cases decide; what is said about it comes from the public ones.

        With a refusal, only what it does with the course's earlier answers counts.
        """
        observed, shown = hidden.observed[name], public.observed[name]
        verdict = refusal or self.hidden[name].verdict(observed)
        if name in hidden.with_reference:
            helped = self.hidden[name].verdict(hidden.with_reference[name])
            verdict = fairer(verdict, helped, hidden.calls[name], wrong)
        if refusal and not verdict.held_up_by:
            return refusal
        if verdict.held_up_by:
            observed = hidden.with_reference[name]
            shown = _hushed(public.with_reference.get(name, shown), shown)
        verdict = replace(verdict, seed=None, printed="")
        if verdict.passed:
            return verdict
        if isinstance(observed, NoAnswer):
            if observed == shown:
                return verdict
            # Why, would be a word of a process that knew hidden cases.
            return replace(verdict, symptom=MUTE_HERE)
        telling = self.public[name].verdict(shown)
        if telling.passed:
            symptom = "is wrong for a hidden case, though right for the cases shown"
            return replace(verdict, symptom=symptom)
        return replace(
            verdict,
            aspect=telling.aspect,
            symptom=clean(telling.symptom),
            mistake=telling.mistake,
            cause=telling.cause,
            seed=PUBLIC_SEED,
        )


def _hushed(told: Observed, before: Observed) -> Observed:
    """What an answer gave while it could look at right code, without words of its own.

    They may be that code. What it has said before it could, may be said again; of an
    error the name alone.
    """
    if isinstance(told, NoAnswer):
        return told
    known = [] if isinstance(before, NoAnswer) else before
    said = {words for one in known for words in (one.trouble, *one.facts.values())}
    return [_mute(one, said) for one in told]


def _mute(one: Observation, said: set[str]) -> Observation:
    facts = {name: x if x in said else x[:SHORT] for name, x in one.facts.items()}
    if not one.trouble or one.trouble in said:
        return replace(one, facts=facts)
    raised = re.match(r"raises (\w+)", one.trouble)
    if raised and isinstance(vars(builtins).get(raised[1]), type):
        return replace(one, facts=facts, trouble=raised[0])
    return replace(one, facts=facts, trouble=MUTE)
