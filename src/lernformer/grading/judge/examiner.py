"""Scores a submission from outside the process that runs it.

A notebook runs twice, each time in a fresh process in the sandbox. The first run makes
the page that the student sees. It keeps the outputs of the cells and tests no answers.

The second run decides the score. Its code can only reach what is on an allowlist
(`reader`, `guard`). The answers are tested on the hidden cases, and the judge uses only
the arrays that they return. So a page never shows output from a process that knew
hidden cases.

If an answer is wrong in the second run, we run the notebook again in the same way as
the first time. This third run tests the wrong answers on the public cases, so that a
message can show the student what is wrong.

If an answer does better in the third run than in the second, it is tested on the public
cases again, in a process like that of the second run. If it does worse there too, its
page says what was refused, and a note asks the instructor to have a look.

`grade` is a pure function of bytes, an exercise and a secret. It reads no gradebook.
"""

import json
import time
from typing import Any

from nbformat import NotebookNode

from lernformer.checks.verdict import Verdict
from lernformer.grading.judge import outputs, own_code
from lernformer.grading.judge.causes import error_in
from lernformer.grading.judge.exam import Exam
from lernformer.grading.judge.grading_record import RECORD, Graded, record
from lernformer.grading.judge.points import points
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.round import NoAnswer, Observed, Round
from lernformer.grading.judge.run import Run, Transcript
from lernformer.grading.judge.submission import Unreadable, opened
from lernformer.grading.sandbox.answer_code import bound_names
from lernformer.grading.sandbox.limits import Budget
from lernformer.grading.sandbox.messages import MAX_TREE
from lernformer.grading.sandbox.sandbox import Sandbox

LOOK = "a person should look at {}: it {}"


class Examiner:
    """Grades the submissions of one exercise."""

    def __init__(self, exercise: Exercise, secret: bytes, budget: Budget | None = None):
        self.exercise, self.budget = exercise, budget or Budget()
        self.exam = Exam(exercise, secret)
        # names that released cells bind are not the student's work
        locked = [x for x in exercise.cells.values() if x.kind == "code" and x.locked]
        self.given = bound_names(x.source for x in locked)

    def grade(
        self, content: bytes | Unreadable, sandbox: Sandbox, student: str = ""
    ) -> Graded:
        """Grade a submitted file, and return its graded notebook and scores.

        If the file cannot be read, all its answers fail for that reason. If ``student``
        is known, questions about the student's own code must have been answered under
        that id.
        """
        start = time.monotonic()
        notebook, notes, unreadable = opened(content, self.exercise)
        if unreadable:
            none: Observed = NoAnswer(unreadable)
            nothing = Transcript(dict.fromkeys(self.exercise.questions, none))
            verdicts = self.exam.verdicts(nothing, nothing)
            stopped, recorded, used = [], {}, 0.0
        else:
            public, hidden, lost, used = self._run(notebook, sandbox)
            outputs.show(notebook, public)
            stopped = [f"a cell is {reason}" for reason in public.stopped.values()]
            cells = [
                x.source if x.cell_type == "code" else None for x in notebook.cells
            ]
            recorded = verdicts = self.exam.verdicts(public, hidden, lost, cells)
            causes = [error_in(x, cells, public.errors) for x in public.errors]
            wrong = {verdict.cause for verdict in verdicts.values()}
            notes += [x for x in causes if x in wrong or "ModuleNotFoundError" in x]
            stopped += [LOOK.format(name, words) for name, words in lost.items()]
        scores = self._enter(notebook, verdicts)
        if name := self.exercise.own_code:
            scores[name] = self._mark_own_code(name, notebook, student, sandbox)
        seconds = time.monotonic() - start
        about = outputs.heading(notes, used, self.budget.notebook)
        notebook.cells.insert(0, about)
        every = [*notes, *stopped]
        notebook.metadata[RECORD] = record(content, seconds, every, recorded)
        return Graded(notebook, scores, seconds, verdicts, every)

    def _run(
        self, notebook: NotebookNode, sandbox: Sandbox
    ) -> tuple[Transcript, Transcript, dict[str, str], float]:
        """Run the notebook, test its answers, and explain the wrong ones.

        Return the transcripts of the public and the hidden cases, what each answer
        lacks in the deciding run, and how long the other runs took. We leave out the
        time of the deciding run, because it might give hidden cases away.
        """
        exam, budget = self.exam, self.budget
        first = Run(self.exercise, {}, budget)
        public = first.finish(notebook, sandbox)

        def deciding(
            rounds: dict[str, Round], used: float, reading: dict[str, Any] | None = None
        ) -> Transcript:
            known = public.beginning()
            run = Run(self.exercise, rounds, budget, used, known, True, reading)
            return run.finish(notebook, sandbox)

        hidden = deciding(exam.hidden, first.used, self._reading(notebook))
        wrong = {
            name: exam.public[name]
            for name, seen in hidden.observed.items()
            if not exam.hidden[name].verdict(seen).passed
        }
        start = max(first.used, budget.notebook * 2 / 3)
        explaining = Run(self.exercise, wrong, budget, start, public)
        if wrong:
            explaining.finish(notebook, sandbox)

        def earned(name: str, run: Transcript, rounds: dict[str, Round]) -> float:
            return rounds[name].verdict(run.observed[name]).score

        shown = {name: earned(name, public, exam.public) for name in wrong}
        left = {
            name: verdict
            for name, verdict in wrong.items()
            if shown[name] > earned(name, hidden, exam.hidden)
        }
        again = deciding(left, explaining.used) if left else public
        lost = {
            name: again.missed_by(name)
            for name in left
            if earned(name, again, exam.public) < shown[name]
        }
        return public, hidden, lost, first.used + explaining.used - start

    def _mark_own_code(
        self, name: str, notebook: NotebookNode, student: str, sandbox: Sandbox
    ) -> float:
        """Mark the questions about a student's own code, and return the points."""
        share, words = own_code.marked(
            notebook, self.exercise, student, sandbox, self.budget
        )
        earned = points(self.exercise, name, share)
        for cell in notebook.cells:
            if cell.metadata.get("nbgrader", {}).get("grade_id") == name:
                cell.outputs = [outputs.number(earned)]
                cell.outputs[0].data["text/html"] = words
        return earned

    def _reading(self, notebook: NotebookNode) -> dict[str, Any] | None:
        """Return the arguments for `answer_code.read`, or ``None`` to skip the call.

        We skip it if no task asks for a bug fix, or if the message would be too long.
        """
        reading = {
            "cells": {
                i: x.source
                for i, x in enumerate(notebook.cells)
                if x.cell_type == "code"
            },
            "answers": self.exam.fixed,
            "others": self.exam.answers,
            "given": self.given,
        }
        fits = len(json.dumps(reading)) < MAX_TREE // 2
        return reading if self.exam.fixed and fits else None

    def _enter(
        self, notebook: NotebookNode, verdicts: dict[str, Verdict]
    ) -> dict[str, float]:
        """Put each verdict below its check cell. Return the points for each cell."""
        scores = {}
        for cell in notebook.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if name in self.exercise.questions:
                scores[name] = points(self.exercise, name, verdicts[name].score)
                cell.outputs = [outputs.scored(verdicts[name], scores[name])]
        return scores
