"""A student's progress in a chapter: the points for each task, and what to do next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from lernformer.checks.task import Task
from lernformer.checks.verdict import boxed
from lernformer.checks.wrapping import wrapped
from lernformer.start import Question


@dataclass(frozen=True)
class Row:
    """The state of a task.

    Attributes:
        task: the task.
        score: in [0, 1], or None if there is nothing to check.
        note: a few words on why the task isn't done yet.
    """

    task: Task
    score: float | None = None
    note: str = ""

    @property
    def points(self) -> float:
        """The points that the task has earned so far, rounded as in the gradebook."""
        return round(self.task.points * (self.score or 0), 2)

    @property
    def earned(self) -> str:
        """The points that the task has earned, in words."""
        if self.task.optional:
            return "optional"
        return f"{self.points:g} of {self.task.points:g}"

    @property
    def why(self) -> str:
        """The note; empty for an optional task that the student hasn't started."""
        return "" if self.task.optional and self.score is None else self.note

    @property
    def done(self) -> bool:
        return self.score == 1 and not self.note

    @property
    def sign(self) -> str:
        return "✓" if self.done else "○" if self.score is None else "✗"


class Status:
    """A student's progress in a chapter.

    Args:
        rows: the state of each task, in order.
        questions: the chapter's questions that a person grades.
    """

    def __init__(self, rows: list[Row], questions: Sequence[Question] = ()):
        self.rows, self.questions = rows, questions

    @property
    def next(self) -> Row | None:
        """The first task that is not done."""
        required = (row for row in self.rows if not row.task.optional)
        return next((row for row in required if not row.done), None)

    @property
    def line(self) -> str:
        """The student's points and the next task, in one sentence."""
        earned = sum(row.points for row in self.rows)
        every = sum(row.task.points for row in self.rows)
        done = f"{earned:g} of {every:g} points"
        by_hand = sum(question.points for question in self.questions)
        if by_hand:
            done += f", and {by_hand:g} more for the answer that a person reads"
        if self.next is None:
            more = "" if by_hand else " A person reads your other answers."
            return f"{done}: all tasks are right.{more}"
        task = self.next.task
        name = task.id.partition(".")[2]
        return f"{done}. Next: {name} (about {task.minutes} minutes)."

    def __repr__(self) -> str:
        lines = []
        for row in self.rows:
            name = row.task.id.partition(".")[2]
            line = f"{row.sign} {name:32} {row.earned:>10}"
            lines.append(f"{line}  {row.why}".rstrip())
        for name, points, note in self._question_rows():
            lines.append(f"{note[0]} {name:32} {points:>10}  {note[1:]}".rstrip())
        return wrapped("\n".join([*lines, self.line]))

    def _question_rows(self) -> Iterator[tuple[str, str, str]]:
        """Yield each question's name and points, a symbol for its state, and a note."""
        for one in self.questions:
            note = "○answered; a person reads it" if one.answered else "○no answer yet"
            yield one.name, f"{one.points:g} by hand", note

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{row.sign}</td><td>{escape(row.task.id.partition('.')[2])}</td>"
            f"<td>{row.earned}</td>"
            f"<td>{escape(row.why)}</td></tr>"
            for row in self.rows
        )
        rows += "".join(
            f"<tr><td>{note[0]}</td><td>{escape(name)}</td><td>{points}</td>"
            f"<td>{note[1:]}</td></tr>"
            for name, points, note in self._question_rows()
        )
        earned = sum(row.points for row in self.rows)
        every = sum(row.task.points for row in self.rows)
        bar = (
            f"<progress max='{every:g}' value='{earned:g}' aria-label='points' "
            "style='width:15em'></progress>"
        )
        table = (
            "<details><summary>Every task</summary><table><thead><tr><th></th>"
            "<th>task</th><th>points</th><th></th></tr></thead>"
            f"<tbody>{rows}</tbody></table></details>"
        )
        return boxed(f"<p>{bar} {escape(self.line)}</p>{table}", "open")
