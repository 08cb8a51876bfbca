"""The public and the hidden cases of an exercise, and the verdicts on its answers."""

from collections.abc import Callable
from dataclasses import replace

from lernformer import checks
from lernformer.checks.fairer import fairer
from lernformer.checks.repairing import definition, graded, planted
from lernformer.checks.verdict import Verdict
from lernformer.grading.release import Exercise
from lernformer.grading.rounds import PUBLIC_SEED, NoAnswer, Round
from lernformer.grading.run import Transcript
from lernformer.grading.seeds import seed_of
from lernformer.grading.source import ready_made
from lernformer.grading.submission import clean
from lernformer.grading.view import right_code
from lernformer.probes.case import Observation
from lernformer.probes.earlier import earlier, home


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

    def verdicts(
        self, public: Transcript, hidden: Transcript, cells: list[str]
    ) -> dict[str, Verdict]:
        """What is said of each answer, by check cell, in the order of the tasks.

        Args:
            public: what the first run of the notebook gave.
            hidden: what the second one gave.
            cells: the sources of its code cells.
        """
        verdicts: dict[str, Verdict] = {}

        def wrong(earlier: str) -> bool:
            task = home(self.exercise.slug, earlier)
            same = (v for v in verdicts.values() if v.name == task)
            return not all(verdict.works for verdict in same)

        for name in self.hidden:
            verdict = self._refusal(name, cells) or self._verdict(
                name, public, hidden, wrong
            )
            if bugs := planted(self.public[name].task):
                answer = definition(cells, self.exercise.questions[name].name)
                verdict = graded(verdict, answer, bugs)
            verdicts[name] = verdict
        return verdicts

    def _refusal(self, name: str, cells: list[str]) -> Verdict | None:
        """The verdict on an answer whose source calls what does the task's work."""
        asked = self.public[name]
        words = ready_made(asked.task.probe, cells, self.exercise.questions[name].name)
        if not words:
            return None
        seen = [Observation(trouble=words, kind="ready-made")] * len(asked.cases)
        return replace(asked.verdict(seen), seed=None)

    def _verdict(
        self,
        name: str,
        public: Transcript,
        hidden: Transcript,
        wrong: Callable[[str], bool],
    ) -> Verdict:
        """The hidden cases decide; what is said about it comes from the public ones."""
        observed, shown = hidden.observed[name], public.observed[name]
        verdict = self.hidden[name].verdict(observed)
        if name in hidden.with_reference:
            helped = self.hidden[name].verdict(hidden.with_reference[name])
            verdict = fairer(verdict, helped, hidden.calls[name], wrong)
        if verdict.held_up_by:
            observed = hidden.with_reference[name]
            shown = public.with_reference.get(name, shown)
        verdict = replace(verdict, seed=None, printed="")
        if verdict.passed or isinstance(observed, NoAnswer):
            return verdict
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
