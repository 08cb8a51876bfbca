"""The judge: scores a submission from outside of the process that runs it.

A notebook is run twice, each time in a fresh process behind the wall. The first run is
for the page: its outputs are kept, and answers are asked for public cases, so that a
message can show what is wrong. The second run is for the score: answers are asked for
the hidden cases, and nothing that it says but arrays is used. So no page ever holds
what was shown by a process that knew hidden cases.

An answer that calls the student's own answers to earlier tasks, and is wrong, is asked
once more at the end of each run, with right ones in their place (`probes.earlier`). So
a mistake costs the points of one task. Tasks are asked in their order then: what a
process is told for one task is of no use for the next.

`grade` is a pure function of bytes, an exercise and a secret, and reads no gradebook.
"""

import base64
import html
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from lernformer import checks
from lernformer.checks.fairer import fairer
from lernformer.checks.judging import judge
from lernformer.checks.task import Task
from lernformer.checks.verdict import Verdict
from lernformer.grading.records import RECORD, record
from lernformer.grading.release import Exercise
from lernformer.grading.sandbox import Sandbox, Session, Stopped
from lernformer.grading.seeds import seed_of
from lernformer.grading.submission import Unreadable, clean, normalise
from lernformer.grading.view import right_code
from lernformer.probes.case import Case, Observation
from lernformer.probes.earlier import earlier, home

SLOW = 1.0  # seconds for an answer that did not come to an end before
PUBLIC_SEED = 20_170_612  # of the cases that a page may show
MAX_PAGE = 4 * 2**20  # characters of all outputs
REMEMBERED = 500  # cases that are kept as they were adapted to answers, for each task
LEFT_OUT = -1  # in place of the number of statements that may run
PICTURES = {"image/png": b"\x89PNG\r\n", "image/jpeg": b"\xff\xd8\xff"}


@dataclass(frozen=True)
class Budget:
    """Seconds that a submission may take.

    Attributes:
        notebook: for both runs together.
        cell: for one cell.
        task: for all cases of one task.
        case: for one case.
    """

    notebook: float = 180.0
    cell: float = 10.0
    task: float = 30.0
    case: float = 10.0


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


@dataclass(frozen=True)
class Round:
    """A task's cases for one seed, and what is right for them."""

    task: Task
    seed: int

    @cached_property
    def cases(self) -> list[Case]:
        return self.task.cases(np.random.default_rng(self.seed))

    @cached_property
    def questions(self) -> list[dict[str, Any]]:
        """The cases as they are handed to the sandbox."""
        return [{f.name: getattr(c, f.name) for f in fields(c)} for c in self.cases]

    @cached_property
    def remembering(self) -> Task:
        """The task, which adapts a case once to what answers choose freely."""
        adapted: dict[Any, Case] = {}

        def adapt(case: Case, facts: dict[str, str]) -> Case:
            key = id(case), *sorted(facts.items())
            if key not in adapted:
                if len(adapted) > REMEMBERED:  # facts are a student's words
                    adapted.clear()
                adapted[key] = self.task.adapt(case, facts)
            return adapted[key]

        return replace(self.task, adapt=adapt)

    def verdict(self, seen: list[Observation]) -> Verdict:
        """Judge the observations, whatever is in them."""
        try:
            return judge(self.remembering, self.cases, seen, self.seed)
        except Exception as error:
            trouble = f"gives what cannot be compared ({type(error).__name__})"
            return judge(self.task, self.cases, self.trouble(trouble), self.seed)

    def trouble(self, words: str, kind: str = "stopped") -> list[Observation]:
        """What is seen of an answer that gives nothing."""
        return [Observation(trouble=words, kind=kind)] * len(self.cases)


class Examiner:
    """Holds what all submissions of an exercise share.

    Args:
        exercise: what was released.
        secret: from which the hidden cases are drawn.
        budget: seconds that a submission may take.
    """

    def __init__(self, exercise: Exercise, secret: bytes, budget: Budget | None = None):
        self.exercise, self.budget = exercise, budget or Budget()
        tasks = {name: checks.task(q.task) for name, q in exercise.questions.items()}
        self.public = {name: Round(t, PUBLIC_SEED) for name, t in tasks.items()}
        self.hidden = {
            name: Round(t, seed_of(secret, t.id)) for name, t in tasks.items()
        }
        every = checks.tasks()
        self.order = sorted(tasks, key=lambda name: every.index(tasks[name].id))
        self.earlier = {name: earlier(t.probe) for name, t in tasks.items()}
        self.right = {
            name: right_code(exercise.slug, earlier)
            for name, earlier in self.earlier.items()
        }

    def grade(self, content: bytes | Unreadable, sandbox: Sandbox) -> Graded:
        """Grade a submitted file, or somebody whose file cannot be read."""
        start = time.monotonic()
        reason = content if isinstance(content, Unreadable) else None
        if not reason:
            try:
                notebook, notes = normalise(content, self.exercise)
            except Unreadable as error:
                reason = error
        if reason:
            notebook, _ = normalise(None, self.exercise)
            notes = [f"nothing could be graded: {reason}"]
            said = dict.fromkeys(self.exercise.questions, _nothing(str(reason)))
            first = second = Run(said=said)
        else:
            deadline = start + self.budget.notebook
            first = self._run(notebook, self.public, sandbox, deadline, Run())
            second = self._run(notebook, self.hidden, sandbox, deadline, first.known())
            _show(notebook, first)
        scores, verdicts = {}, self._verdicts(first, second)
        for cell in notebook.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if name in self.exercise.questions:
                points = self.exercise.cells[name].points
                scores[name] = round(points * verdicts[name].score, 4)
                cell.outputs = [_output(verdicts[name], scores[name])]
        seconds = time.monotonic() - start
        notebook.cells.insert(0, self._heading(notes, seconds))
        notes = [*notes, *(f"a cell is {reason}" for reason in first.notes.values())]
        answered = {} if reason else verdicts
        notebook.metadata[RECORD] = record(content, seconds, notes, answered)
        return Graded(notebook, scores, seconds, verdicts)

    def _verdicts(self, first: "Run", second: "Run") -> dict[str, Verdict]:
        """What is said of each answer, by check cell, in the order of the tasks."""
        verdicts: dict[str, Verdict] = {}

        def wrong(earlier: str) -> bool:
            task = home(self.exercise.slug, earlier)
            said = (v for v in verdicts.values() if v.name == task)
            return not all(verdict.works for verdict in said)

        for name in self.order:
            verdicts[name] = self._verdict(name, first, second, wrong)
        return verdicts

    def _verdict(
        self, name: str, first: "Run", second: "Run", wrong: Callable[[str], bool]
    ) -> Verdict:
        """The hidden cases decide; what is said about it comes from the public ones."""
        public, hidden = first.said[name], second.said[name]
        verdict = self.hidden[name].verdict(_observed(hidden, self.hidden[name]))
        if name in second.given:
            again = _observed(second.given[name], self.hidden[name])
            given = self.hidden[name].verdict(again)
            verdict = fairer(verdict, given, second.used[name], wrong)
        if verdict.held_up_by:
            public, hidden = first.given.get(name, public), second.given[name]
        verdict = replace(verdict, seed=None, printed="")
        if verdict.passed or isinstance(hidden, str):
            return verdict
        shown = self.public[name].verdict(_observed(public, self.public[name]))
        if shown.passed:
            symptom = "is wrong for a hidden case, though right for the cases shown"
            return replace(verdict, symptom=symptom)
        return replace(
            verdict,
            aspect=shown.aspect,
            symptom=clean(shown.symptom),
            mistake=shown.mistake,
            cause=shown.cause,
            seed=PUBLIC_SEED,
        )

    def _run(
        self,
        notebook: NotebookNode,
        rounds: dict[str, Round],
        sandbox: Sandbox,
        deadline: float,
        run: "Run",
    ) -> "Run":
        """Run the cells and ask each answer where its check stands.

        Where the process ends, it is begun anew and runs everything but the statement
        that ended it; whatever does not depend on that statement still counts.
        """
        while not self._try(notebook, rounds, sandbox, deadline, run):
            pass
        for name in rounds:
            run.said.setdefault(name, _nothing("is not defined"))
        return run

    def _try(self, notebook, rounds, sandbox, deadline, run: "Run") -> bool:
        """Whether the notebook was run to its end."""
        with sandbox.open() as session:
            later = []
            for place, cell in enumerate(notebook.cells):
                name = cell.metadata.get("nbgrader", {}).get("grade_id")
                left = deadline - time.monotonic()
                if left <= 0:
                    return run.give_up(rounds, self.budget.notebook)
                if name in rounds:
                    if name in run.said:
                        continue
                    if not self._ask(name, rounds[name], session, left, run):
                        return False
                    if name not in run.said:
                        later.append(name)
                elif cell.cell_type == "code":
                    seconds = min(self.budget.cell, left)
                    if not run.cell(session, place, cell.source, seconds):
                        return False
            for name in later:  # its check stands before the answer
                left = max(deadline - time.monotonic(), 1)
                if not self._ask(name, rounds[name], session, left, run):
                    return False
            for name in self.order:
                left = deadline - time.monotonic()
                if left > 0 and self._may_be_held_up(name, rounds[name], run):
                    right = self.right[name]
                    if not self._ask(name, rounds[name], session, left, run, right):
                        return False
        return True

    def _may_be_held_up(self, name: str, round_: Round, run: "Run") -> bool:
        """Whether an answer is to be asked again, with right ones to earlier tasks."""
        said = run.said.get(name)
        if said is None or name in run.given or not self.earlier[name]:
            return False
        if isinstance(said, str):  # its process has ended before it told what it calls
            return True
        if not run.used[name]:
            return False
        return not round_.verdict(_observed(said, round_)).passed

    def _ask(
        self,
        name: str,
        round_: Round,
        session: Session,
        left: float,
        run: "Run",
        given: dict[str, str] | None = None,
    ) -> bool:
        """Ask one answer for its results; whether its process is still there."""
        question = self.exercise.questions[name]
        heard = run.said if given is None else run.given
        key = name, given is None
        try:
            reply = session.ask(
                {
                    "do": "probe",
                    "task": question.task,
                    "name": question.name,
                    "cases": round_.questions,
                    "seed": PUBLIC_SEED,
                    "seconds": SLOW if key in run.slow else self.budget.case,
                    "given": given,
                },
                min(self.budget.task, left),
            )
        except Stopped as stopped:
            heard[name] = _nothing(stopped.reason)
            run.used.setdefault(name, self.earlier[name])
            return False
        if reply.get("defined") is True:
            told = reply.get("used")
            told = [x for x in told if type(x) is str] if type(told) is list else []
            run.used[name] = [x for x in self.earlier[name] if x in told]
            if given is not None and not run.used[name]:
                return True
            heard[name] = seen = reply.get("seen")
            if any(one.kind == "timeout" for one in _observed(seen, round_)):
                run.slow.add(key)
        return True

    def _heading(self, notes: list[str], seconds: float) -> NotebookNode:
        told = f"*Graded in {seconds:.1f} of {self.budget.notebook:g} seconds.*"
        lines = [f"- {html.escape(clean(note))}" for note in dict.fromkeys(notes)]
        cell = new_markdown_cell("\n".join([told, "", *lines]).strip())
        cell.id = "graded"
        return cell


def _nothing(words: str) -> str:
    """In place of observations: why there are none."""
    return words


@dataclass
class Run:
    """One run of a notebook, as far as it came.

    Attributes:
        said: by check cell, what came back, or in words why nothing did.
        outputs: by place of the cell, what it showed.
        stops: by place of the cell, how many statements of it may run.
        notes: by place of the cell, why it was stopped.
        slow: check cells whose answer did not come to an end, each with whether it was
            asked together with the student's own answers to earlier tasks.
        used: by check cell, the answers to earlier tasks that it calls.
        given: like ``said``, with right answers in their place.
    """

    said: dict[str, Any] = field(default_factory=dict)
    outputs: dict[int, Any] = field(default_factory=dict)
    stops: dict[int, int] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    slow: set[tuple[str, bool]] = field(default_factory=set)
    used: dict[str, list[str]] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)

    def known(self) -> "Run":
        """A second run, which does not repeat what stopped the first one."""
        ended = {name: words for name, words in self.said.items() if type(words) is str}
        ended = {name: w for name, w in ended.items() if w != "is not defined"}
        given = {n: words for n, words in self.given.items() if type(words) is str}
        slow, used = set(self.slow), dict(self.used)
        return Run(
            said=ended, stops=dict(self.stops), slow=slow, used=used, given=given
        )

    def cell(self, session, place: int, source: str, seconds: float) -> bool:
        """Run a cell; whether its process is still there."""
        stop = self.stops.get(place)
        if stop == LEFT_OUT:
            return True
        question = {"do": "run", "source": source, "name": f"cell {place}"}
        try:
            reply = session.ask(question | {"stop": stop, "seconds": seconds}, seconds)
        except Stopped as stopped:
            # The next time it runs up to the statement that ended the process; if not
            # even that goes well, not at all.
            self.stops[place] = LEFT_OUT if stop == 0 else stopped.at
            self.notes[place] = stopped.reason
            return False
        if type(reply.get("late")) is int:
            self.stops[place] = reply["late"]
        self.outputs.setdefault(place, reply.get("outputs"))
        return True

    def give_up(self, rounds: dict[str, Round], seconds: float) -> bool:
        words = f"comes too late: the notebook's {seconds:g} seconds are used up"
        for name in rounds:
            self.said.setdefault(name, _nothing(words))
        return True


# what comes back ------------------------------------------------------------------


def _observed(said: Any, round_: Round) -> list[Observation]:
    """What came back as observations, if it has their form."""
    if isinstance(said, str):
        kind = "unfinished" if said == "is not defined" else "stopped"
        return round_.trouble(said, kind)
    if not isinstance(said, list) or len(said) != len(round_.cases):
        return round_.trouble("says what no answer is")
    return [_observation(one) for one in said]


def _observation(one: Any) -> Observation:
    strange = Observation(trouble="says what no answer is", kind="stopped")
    if not isinstance(one, dict) or one.keys() != {
        "values",
        "facts",
        "trouble",
        "kind",
    }:
        return strange
    values, facts = one["values"], one["facts"]
    if not isinstance(values, dict) or not isinstance(facts, dict):
        return strange
    words = [*values, *facts, *facts.values(), one["trouble"], one["kind"]]
    if not all(isinstance(word, str) and len(word) <= 1000 for word in words):
        return strange
    if not all(isinstance(array, np.ndarray) for array in values.values()):
        return strange
    return Observation(values, facts, one["trouble"], one["kind"])


# what the page shows ----------------------------------------------------------------


def _output(verdict: Verdict, points: float) -> NotebookNode:
    """The verdict as nbgrader reads it (a number) and as a page shows it."""
    data = {"text/plain": repr(points), "text/html": verdict._repr_html_()}
    return new_output("execute_result", data=data, execution_count=None)


def _show(notebook: NotebookNode, run: Run) -> None:
    """Put into each cell what it showed in the first run."""
    room = MAX_PAGE
    for place, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        made = _outputs(run.outputs.get(place), room)
        room -= sum(len(str(output)) for output in made)
        if note := run.notes.get(place):
            made.append(_error("Stopped", f"this cell is {note}; the others ran on"))
        cell.outputs = made


def _outputs(found: Any, room: int) -> list[NotebookNode]:
    """What a cell showed, as far as it has the right form and no more than fits."""
    made = []
    for one in found if isinstance(found, list) else []:
        try:
            output = _one_output(one["kind"], one["data"])
        except (LookupError, TypeError, ValueError):
            continue
        room -= len(str(output))
        if room < 0:
            made.append(_error("Cut", "the rest of the output is left out"))
            break
        made.append(output)
    return made


def _one_output(kind: str, data: dict[str, str]) -> NotebookNode:
    if kind in ("stdout", "stderr"):
        return new_output("stream", name=kind, text=clean(str(data["text"])))
    if kind == "error":
        ((name, text),) = data.items()
        return _error(clean(str(name)), clean(str(text)))
    kept = {"text/plain": clean(str(data.get("text/plain", "")))}
    for mime, begin in PICTURES.items():
        if mime in data:
            picture = base64.b64decode(data[mime], validate=True)
            if picture.startswith(begin):
                kept[mime] = base64.b64encode(picture).decode()
    return new_output("display_data", data=kept)


def _error(name: str, text: str) -> NotebookNode:
    return new_output("error", ename=name, evalue="", traceback=text.splitlines())
