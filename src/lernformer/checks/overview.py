"""How far one is: the points of a chapter's tasks, and what to do next."""

from dataclasses import dataclass
from html import escape

from lernformer.checks.task import Task
from lernformer.checks.verdict import boxed
from lernformer.checks.wrapping import wrapped


@dataclass(frozen=True)
class Row:
    """How a task stands.

    Attributes:
        task: which.
        score: in [0, 1]; None where there is nothing that could be checked.
        note: why it is not all right yet, in a few words.
    """

    task: Task
    score: float | None = None
    note: str = ""

    @property
    def points(self) -> float:
        """What it earns so far, as the gradebook would round it."""
        return round(self.task.points * (self.score or 0), 2)

    @property
    def earned(self) -> str:
        """The points, of how many."""
        if self.task.optional:
            return "optional"
        return f"{self.points:g} of {self.task.points:g}"

    @property
    def why(self) -> str:
        """The note, but nobody is told that an optional task is not begun."""
        return "" if self.task.optional and self.score is None else self.note

    @property
    def done(self) -> bool:
        return self.score == 1 and not self.note

    @property
    def sign(self) -> str:
        return "✓" if self.done else "○" if self.score is None else "✗"


class Status:
    """Where one stands in a chapter.

    Args:
        rows: its tasks, in their order.
    """

    def __init__(self, rows: list[Row]):
        self.rows = rows

    @property
    def next(self) -> Row | None:
        """The first task that is not done."""
        asked = (row for row in self.rows if not row.task.optional)
        return next((row for row in asked if not row.done), None)

    @property
    def line(self) -> str:
        """Points and the next task, in one sentence."""
        earned = sum(row.points for row in self.rows)
        every = sum(row.task.points for row in self.rows)
        done = f"{earned:g} of {every:g} points"
        if self.next is None:
            return f"{done}: all tasks are right. A person reads your other answers."
        task = self.next.task
        name = task.id.partition(".")[2]
        return f"{done}. Next: {name} (about {task.minutes} minutes)."

    def __repr__(self) -> str:
        lines = []
        for row in self.rows:
            name = row.task.id.partition(".")[2]
            told = f"{row.sign} {name:32} {row.earned:>10}"
            lines.append(f"{told}  {row.why}".rstrip())
        return wrapped("\n".join([*lines, self.line]))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{row.sign}</td><td>{escape(row.task.id.partition('.')[2])}</td>"
            f"<td>{row.earned}</td>"
            f"<td>{escape(row.why)}</td></tr>"
            for row in self.rows
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
