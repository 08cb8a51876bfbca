"""The judge: scores a submission from outside of the process that runs it.

A notebook is run twice, each time in a fresh process behind the wall. The first run is
for the page: its outputs are kept, and answers are asked for public cases, so that a
message can show what is wrong. The second run is for the score: answers are asked for
the hidden cases, and nothing that it says but arrays is used. So no page ever holds
what was shown by a process that knew hidden cases.

`grade` is a pure function of bytes, an exercise and a secret, and reads no gradebook.
"""

import time
from dataclasses import dataclass, field

from nbformat import NotebookNode

from lernformer.checks.verdict import Verdict
from lernformer.grading import outputs, source
from lernformer.grading.budget import Budget
from lernformer.grading.exam import Exam
from lernformer.grading.needed import needed
from lernformer.grading.records import RECORD, record
from lernformer.grading.release import Exercise
from lernformer.grading.rounds import NoAnswer, Observed
from lernformer.grading.run import LEFT_OUT, Run, Transcript
from lernformer.grading.sandbox import Sandbox
from lernformer.grading.submission import Unreadable, normalise


@dataclass(frozen=True)
class Graded:
    """A submission with its scores.

    Attributes:
        notebook: as it goes into the gradebook and to the student.
        scores: points by check cell.
        seconds: how long it took.
        verdicts: what is said of each answer, by check cell.
    """

    notebook: NotebookNode
    scores: dict[str, float]
    seconds: float
    verdicts: dict[str, Verdict] = field(default_factory=dict)


class Examiner:
    """Grades the submissions of one exercise.

    Args:
        exercise: what was released.
        secret: from which the hidden cases are drawn.
        budget: seconds that a submission may take.
    """

    def __init__(self, exercise: Exercise, secret: bytes, budget: Budget | None = None):
        self.exercise, self.budget = exercise, budget or Budget()
        self.exam = Exam(exercise, secret)

    def grade(self, content: bytes | Unreadable, sandbox: Sandbox) -> Graded:
        """Grade a submitted file, or somebody whose file cannot be read."""
        start = time.monotonic()
        try:
            if isinstance(content, Unreadable):
                raise content
            notebook, notes = normalise(content, self.exercise)
        except Unreadable as reason:
            notebook, _ = normalise(None, self.exercise)
            notes = [f"nothing could be graded: {reason}"]
            none: Observed = NoAnswer(str(reason))
            nothing = Transcript(dict.fromkeys(self.exercise.questions, none))
            verdicts = self.exam.verdicts(nothing, nothing, [])
            stopped, recorded, used = [], {}, 0.0
        else:
            code = {
                place: cell.source
                for place, cell in enumerate(notebook.cells)
                if cell.cell_type == "code"
            }
            left_out = source.unreadable(code)
            cells = [text for place, text in code.items() if place not in left_out]
            held_back = self.exam.held_back(cells)
            read = {place: x for place, x in code.items() if place not in left_out}
            instead = needed(read, self.exam.answers)
            public, hidden, used = self._run_twice(
                notebook, sandbox, held_back, left_out, instead
            )
            outputs.show(notebook, public)
            stopped = [f"a cell is {reason}" for reason in public.stopped.values()]
            recorded = verdicts = self.exam.verdicts(public, hidden, cells)
        scores = self._enter(notebook, verdicts)
        seconds = time.monotonic() - start
        about = outputs.heading(notes, used, self.budget.notebook)
        notebook.cells.insert(0, about)
        every = [*notes, *stopped]
        notebook.metadata[RECORD] = record(content, seconds, every, recorded)
        return Graded(notebook, scores, seconds, verdicts)

    def _run_twice(
        self,
        notebook: NotebookNode,
        sandbox: Sandbox,
        held_back: set[str],
        left_out: dict[int, str],
        instead: dict[int, str],
    ) -> tuple[Transcript, Transcript, float]:
        """What came of the public and of the hidden cases; seconds of the public run.

        How long the other one took would tell of hidden cases.
        """
        cases, budget = self.exam.public, self.budget
        known = Transcript(runnable=dict.fromkeys(left_out, LEFT_OUT), stopped=left_out)
        first = Run(self.exercise, cases, budget, transcript=known, held_back=held_back)
        public = first.finish(notebook, sandbox)
        known = public.beginning()
        hidden, used = self.exam.hidden, first.used
        second = Run(
            self.exercise, hidden, budget, used, known, True, held_back, instead
        )
        return public, second.finish(notebook, sandbox), first.used

    def _enter(
        self, notebook: NotebookNode, verdicts: dict[str, Verdict]
    ) -> dict[str, float]:
        """Put each verdict under its check; the points by check cell."""
        scores = {}
        for cell in notebook.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if name in self.exercise.questions:
                points = self.exercise.cells[name].points or 0.0
                scores[name] = round(points * verdicts[name].score, 4)
                cell.outputs = [outputs.scored(verdicts[name], scores[name])]
        return scores
