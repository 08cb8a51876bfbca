"""The public and the hidden cases of an exercise, and the verdicts on its answers."""

from collections.abc import Callable
from dataclasses import replace

from lernformer import checks
from lernformer.checks.earlier import earlier, fairer
from lernformer.checks.verdict import Verdict
from lernformer.grading.release import Exercise
from lernformer.grading.rounds import PUBLIC_SEED, NoAnswer, Round
from lernformer.grading.run import Transcript
from lernformer.grading.seeds import seed_of
from lernformer.grading.submission import clean
from lernformer.grading.view import right_code


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
        every = [checks.task(known) for known in checks.tasks()]
        asked = {name: checks.task(q.task) for name, q in exercise.questions.items()}
        for name, task in sorted(asked.items(), key=lambda item: every.index(item[1])):
            names = tuple(earlier(task, every))
            reference = right_code(exercise.slug, names)
            self.public[name] = Round(task, PUBLIC_SEED, names, reference)
            self.hidden[name] = Round(task, seed_of(secret, task.id), names, reference)

    def verdicts(self, public: Transcript, hidden: Transcript) -> dict[str, Verdict]:
        """What is said of each answer, by check cell, in the order of the tasks."""
        verdicts: dict[str, Verdict] = {}

        def wrong(earlier: str) -> bool:
            same = (v for v in verdicts.values() if v.name == earlier)
            return not all(verdict.works for verdict in same)

        for name in self.hidden:
            verdicts[name] = self._verdict(name, public, hidden, wrong)
        return verdicts

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
