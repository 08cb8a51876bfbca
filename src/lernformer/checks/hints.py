"""The hints for a task: three levels, shown one at a time, each more direct."""

from html import escape

from lernformer.checks.session import SESSION
from lernformer.checks.steps import steps
from lernformer.checks.task import Task
from lernformer.checks.verdict import behind, boxed, marked
from lernformer.checks.wrapping import wrapped
from lernformer.mistakes.mistake import parted

TRIES = 2  # wrong answers before the last hint can be shown


def ready(task: Task) -> int:
    """Return how many hints the student can already see."""
    tried = len(SESSION.tries.get(task.id, ()))
    return len(task.hints) - (tried < TRIES)


def early(task: Task) -> bool:
    """Return True if the student hasn't tried often enough to be told what to write."""
    return ready(task) < len(task.hints)


def _instead(task: Task) -> str:
    """Return what to write instead of the last try, if known and not too early."""
    verdict = SESSION.last.get(task.id)
    return parted(verdict.cause)[1] if verdict and not early(task) else ""


def _withheld(task: Task) -> str:
    tried = len(SESSION.tries.get(task.id, ()))
    return (
        f"Hint {len(task.hints)} nearly gives the code, so it appears after {TRIES} "
        f"checked tries; so far: {tried}."
    )


class Hint:
    """A task's hints from a given level on, for a notebook or a terminal.

    Args:
        task: the task that the hints are for.
        level: the first level to show.
    """

    def __init__(self, task: Task, level: int = 1):
        self.task, self.level = task, level

    def __repr__(self) -> str:
        task, level, every = self.task, self.level, len(self.task.hints)
        instead = _instead(task)
        lines = [f"Instead of your last try: {instead}"] if instead else []
        if level > ready(task):
            lines.append(_withheld(task))
        else:
            lines.append(f"Hint {level} of {every}: {task.hints[level - 1]}")
        if level == 1:
            lines += [f"  {i}. {step}" for i, step in enumerate(steps(task.id), 1)]
        if level < every:
            lines.append(f'(More: hint("{task.id}", {level + 1}))')
        return wrapped("\n".join(lines))

    def _repr_html_(self) -> str:
        html = behind(_instead(self.task))
        return boxed(html + folded(self.task, self.level, opened=True), "open")


def folded(task: Task, level: int = 1, opened: bool = False) -> str:
    """Return the hints as HTML, with a button in each hint that opens the next one.

    Args:
        task: the task that the hints are for.
        level: the first level to show.
        opened: whether to show the first hint without a button.
    """
    every = len(task.hints)
    if level > every:
        return ""
    if level > ready(task):
        html = f"<p>{escape(_withheld(task))}</p>"
    else:
        text = marked(task.hints[level - 1])
        html = f"<p><em>Hint {level} of {every}:</em> {text}</p>"
        if level == 1 and (known := steps(task.id)):
            items = "".join(f"<li>{marked(step)}</li>" for step in known)
            html += f"<p>Step by step:</p><ol>{items}</ol>"
        html += folded(task, level + 1)
    if opened:
        return html
    name = "A hint" if level == 1 else "One more hint"
    return f"<details><summary>{name}</summary>{html}</details>"
