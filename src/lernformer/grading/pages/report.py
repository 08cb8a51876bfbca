"""Reads a class's results from the gradebook and graded notebooks, and analyses them.

`report_page` shows the results. Nothing here grades or writes to the gradebook.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from nbgrader import api
from nbgrader.coursedir import CourseDirectory

from lernformer.grading.gradebook import unexpected_files
from lernformer.grading.gradebook.lateness import hours_late
from lernformer.grading.gradebook.manual_grading import by_student
from lernformer.grading.judge import grading_record, release, versions

# With fewer students, a correlation means little. Its standard error is about 1 / √n.
MIN_STUDENTS = 20
# Below this, a task hardly separates strong students from weak ones (Ebel and Frisbie
# 1991, chapter 13).
WEAK = 0.2
# The report lists students who answered at least ENOUGH questions in talks, if their
# share of right answers is FAR below their marks.
ENOUGH, FAR = 3, 0.5
# States that aren't misconceptions: the checks' names for them, and our words.
STATES = {
    "unfinished": "left as it was handed out, or not defined",
    "ready_made": "handed to a ready-made function",
    "endless_loop": "did not come to an end",
}


@dataclass(frozen=True)
class Task:
    """Something that earns points: a check, or a question that a person grades."""

    name: str
    points: float
    by_hand: bool
    # the id of the task that a check is for, ``"<slug>.<name>"``; "" if none
    id: str = ""


@dataclass(frozen=True)
class Submission:
    """What is known about one student's work."""

    student: str
    scores: dict[str, float]
    waiting: frozenset[str] = frozenset()  # the tasks that a person has not graded yet
    # hours after the due date, including the student's own extension
    hours_late: float = 0.0
    handed_in: datetime | None = None  # when it was handed in, in UTC, if that is known
    # how long grading took; ``None`` if no graded notebook records it
    seconds: float | None = None
    notes: tuple[str, ...] = ()
    # the mistake, its cause, the aspect and the symptom, keyed by task
    wrong: dict[str, dict[str, str]] = field(default_factory=dict)
    # what the student wrote, keyed by cell
    code: dict[str, str] = field(default_factory=dict)

    @property
    def total(self) -> float:
        return sum(self.scores.values())


@dataclass(frozen=True)
class Results:
    """A class's results in one assignment."""

    assignment: str
    tasks: tuple[Task, ...]
    submissions: tuple[Submission, ...]
    # students in the gradebook without a graded submission
    absent: tuple[str, ...] = ()
    released: tuple[str, ...] = ()  # the cells to fill in, as they were handed out
    strays: tuple[str, ...] = ()
    # messages about who was graded under different checks, points or cases
    stale: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        return sum(task.points for task in self.tasks)

    def shares(self, task: Task) -> list[float]:
        """Return a task's scores in [0, 1], leaving out those not graded yet."""
        return [
            one.scores.get(task.name, 0.0) / task.points
            for one in self.submissions
            if task.name not in one.waiting and task.points
        ]

    def read(self) -> list[float]:
        """Return each submission's points as a share of the points judged so far."""
        judged = ((one, self.judged(one)) for one in self.submissions)
        return [one.total / points for one, points in judged if points]

    def judged(self, one: Submission) -> float:
        """Return the possible points for the tasks that have been judged so far."""
        return sum(t.points for t in self.tasks if t.name not in one.waiting)


# reading ----------------------------------------------------------------------------


def read_class(
    book: api.Gradebook, course: CourseDirectory, assignment: str
) -> Results:
    """Read a class's results in an assignment.

    Raises:
        ValueError: if there is no such assignment.
    """
    try:
        found = book.find_assignment(assignment)
    except api.MissingEntry as error:
        raise ValueError(f"{assignment!r} is not in the gradebook") from error
    several = len(found.notebooks) > 1

    def name(notebook: str, cell: str) -> str:
        return f"{notebook}: {cell}" if several else cell

    tasks: list[Task] = []
    released: list[str] = []
    for n in found.notebooks:
        task_ids = _task_ids(book, assignment, n.name)
        for cell in n.grade_cells:
            if points := float(cell.max_score):  # the report leaves out optional tasks
                by_hand, task = cell.cell_type != "code", task_ids.get(cell.name, "")
                tasks.append(Task(name(n.name, cell.name), points, by_hand, task))
        answers = {cell.name for cell in n.solution_cells}
        released += [cell.source for cell in n.source_cells if cell.name in answers]
    grades: dict[str, dict[str, Any]] = defaultdict(dict)
    # We query columns: with nbgrader's objects, 500 submissions take half a minute.
    columns = api.Grade.score, api.Grade.needs_manual_grade
    rows = (
        by_student(book, api.Grade, api.Notebook.name, api.BaseCell.name, *columns)
        .join(api.Notebook, api.SubmittedNotebook.notebook_id == api.Notebook.id)
        .join(api.BaseCell, api.Grade.cell_id == api.BaseCell.id)
        .filter(api.SubmittedAssignment.assignment_id == found.id)
    )
    for student, notebook, cell, score, waits in rows:
        grades[student][name(notebook, cell)] = score, waits
    work = api.SubmittedAssignment
    times = book.db.query(work.student_id, work.timestamp, work.extension)
    times = times.filter(work.assignment_id == found.id)
    when = {student: rest for student, *rest in times}
    submissions = []
    for student in sorted(grades):
        step = course.autograded_directory
        folder = Path(course.root, course.format_path(step, student, assignment))
        graded = _graded(folder, [n.name for n in found.notebooks], name)
        scores = {task: score for task, (score, _) in grades[student].items()}
        waiting = frozenset(task for task, (_, w) in grades[student].items() if w)
        late = hours_late(found.duedate, *when[student])
        stamp = when[student][0]
        submissions.append(Submission(student, scores, waiting, late, stamp, **graded))
    absent = sorted({student.id for student in book.students} - grades.keys())
    return Results(
        assignment,
        tuple(tasks),
        tuple(submissions),
        tuple(absent),
        tuple(released),
        tuple(unexpected_files.strays(book, course)),
        tuple(versions.stale(book, course, assignment)),
    )


def _task_ids(book: api.Gradebook, assignment: str, notebook: str) -> dict[str, str]:
    """Return each check cell's task id; empty if the judge can't judge the notebook."""
    try:
        exercise = release.released(book, assignment, notebook)
    except ValueError:
        return {}
    return {cell: question.task for cell, question in exercise.questions.items()}


def _graded(
    folder: Path, notebooks: list[str], name: Callable[[str, str], str]
) -> dict[str, Any]:
    """Return the time, notes, mistakes and code in a student's graded notebooks."""
    seconds, notes, wrong, code = [], [], {}, {}
    for notebook in notebooks:
        record, cells = grading_record.read(folder / f"{notebook}.ipynb")
        if "seconds" in record:
            seconds.append(record["seconds"])
        notes += record.get("notes", [])
        for cell, entry in record.get("wrong", {}).items():
            wrong[name(notebook, cell)] = entry
        for cell in cells:
            known = cell.get("metadata", {}).get("nbgrader", {})
            if known.get("solution") and cell["cell_type"] == "code":
                code[name(notebook, known["grade_id"])] = "".join(cell["source"])
    time = sum(seconds) if seconds else None
    return {"seconds": time, "notes": tuple(notes), "wrong": wrong, "code": code}


# analysing --------------------------------------------------------------------------


def discrimination(results: Results) -> dict[str, float | None]:
    """Return how well each task separates strong students from weak ones.

    We use Pearson's correlation between a task's score and the sum of all other scores
    (the corrected item-total correlation). It includes everyone who earned anything.
    Students who handed in nothing fail everywhere, so they would make any task look
    good.

    The correlation is ``None`` if everyone has the same score. If there are fewer than
    ``MIN_STUDENTS`` students, the result is empty. A task is left out until it has been
    graded for everyone.
    """
    counted = [one for one in results.submissions if one.total > 0]
    if len(counted) < MIN_STUDENTS:
        return {}
    tasks = [t for t in results.tasks if not any(t.name in s.waiting for s in counted)]
    scores = np.array([[one.scores.get(t.name, 0) for t in tasks] for one in counted])
    rest = scores.sum(1, keepdims=True) - scores
    found = {}
    for place, task in enumerate(tasks):
        varies = scores[:, place].std() > 0 and rest[:, place].std() > 0
        r = np.corrcoef(scores[:, place], rest[:, place])[0, 1] if varies else None
        found[task.name] = None if r is None else float(r)
    return found


def remarks(results: Results) -> dict[str, str]:
    """Return why tasks separate students poorly, keyed by task. Most have no entry."""
    reasons = {}
    correlations = discrimination(results)
    for task in results.tasks:
        shares = results.shares(task)
        if any(task.name in one.waiting for one in results.submissions):
            continue  # so far, only empty answers have been judged
        if len(shares) > 1 and len(set(shares)) == 1:
            words = f"everyone has {shares[0]:.0%}, so it doesn't separate students"
            reasons[task.name] = words
        elif (r := correlations.get(task.name)) is not None and r < WEAK:
            reasons[task.name] = (
                f"r = {r:.2f}: students who do well elsewhere do "
                + ("worse" if r < 0 else "hardly better")
                + " here, so read the task again"
            )
    return reasons


@dataclass(frozen=True)
class Finding:
    """A mistake in a task, and who made it. ``mistake`` is "" if it has no name."""

    task: str
    mistake: str
    cause: str
    students: tuple[str, ...]
    symptoms: tuple[str, ...]


def findings(results: Results) -> list[Finding]:
    """Return the wrong answers by task and mistake, most frequent first."""
    who: dict[tuple[str, str], list[str]] = defaultdict(list)
    causes: dict[tuple[str, str], str] = {}
    symptoms: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in results.submissions:
        for task, entry in one.wrong.items():
            key = task, entry.get("mistake", "")
            who[key].append(one.student)
            causes.setdefault(key, entry.get("cause", ""))
            symptoms[key][entry.get("symptom", "")] += 1
    found = [
        Finding(
            *key,
            causes[key] or STATES.get(key[1], ""),
            tuple(students),
            tuple(words for words, _ in symptoms[key].most_common(3)),
        )
        for key, students in who.items()
    ]
    return sorted(found, key=lambda each: (-len(each.students), each.task))


def talked(
    results: Results, right: Mapping[str, float], totals: Mapping[str, float]
) -> list[tuple[str, float, float, float]]:
    """Return the marks and answers of students who answered enough questions in talks.

    Marks are based on the points that have been judged so far. ``right`` and ``totals``
    are keyed by student.
    """
    found = []
    for one in results.submissions:
        points, number = results.judged(one), totals.get(one.student, 0)
        if number >= ENOUGH and points:
            answered = right.get(one.student, 0), number
            found.append((one.student, one.total / points, *answered))
    return found
