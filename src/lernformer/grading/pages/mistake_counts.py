"""Counts how often a class made each mistake in the catalogue.

The counts show which of the catalogue's mistakes students really make. They also show
in which tasks many answers are wrong in a way that has no name yet. Nothing here says
who made a mistake.
"""

import csv
import io
from collections import Counter
from dataclasses import dataclass

from lernformer import checks
from lernformer.checks.judging import named
from lernformer.grading.pages.report import STATES, Results

COLUMNS = ("task", "mistake", "seen", "hits")


@dataclass(frozen=True)
class Hits:
    """The mistakes made in one task."""

    task: str
    # the number of answers with each mistake, the most frequent mistake first
    made: dict[str, int]
    # the task's own mistakes that nobody made, in the catalogue's order
    unmade: tuple[str, ...]
    unnamed: int  # the number of wrong answers without a recognised cause
    # where each mistake was seen before, unless it is no longer in the catalogue
    seen: dict[str, str]


def hits(results: Results) -> list[Hits]:
    """Return the mistakes made in each of the assignment's tasks, in task order.

    Missing answers, ready-made functions and endless loops are not counted.
    """
    found: dict[str, Counter[str]] = {task.id: Counter() for task in results.tasks}
    names = {task.name: task.id for task in results.tasks}
    for one in results.submissions:
        for cell, entry in one.wrong.items():
            if cell in names and (mistake := entry.get("mistake", "")) not in STATES:
                found[names[cell]][mistake] += 1
    found.pop("", None)
    hits_by_task = []
    for task_id, counts in found.items():
        task = checks.task(task_id)
        places: dict[str, set[str]] = {}
        for known in named(task):  # several forms may share a name
            places.setdefault(known.id, set()).add(known.seen)
        unnamed = counts.pop("", 0)
        unmade = dict.fromkeys(m.id for m in task.mistakes if m.id not in counts)
        seen = {name: ", ".join(sorted(where)) for name, where in places.items()}
        made = dict(counts.most_common())
        hits_by_task.append(Hits(task_id, made, tuple(unmade), unnamed, seen))
    return hits_by_task


def table(results: Results) -> str:
    """Return the counts as CSV, in a form that lets you add up several classes.

    The table contains no names of students. Each task's mistakes are in the catalogue's
    order, including mistakes that nobody made. If a line names no mistake, it counts
    the wrong answers whose cause we didn't recognise.
    """
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(COLUMNS)
    for task in hits(results):
        for mistake in dict.fromkeys((*task.seen, *task.made)):
            seen = task.seen.get(mistake, "")
            rows.writerow((task.task, mistake, seen, task.made.get(mistake, 0)))
        rows.writerow((task.task, "", "", task.unnamed))
    return written.getvalue()
