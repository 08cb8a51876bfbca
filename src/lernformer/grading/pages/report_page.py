"""Makes the report on a class, a single page that needs no other file and no network.

Names, symptoms and notes may come from students. So the template `report.html` escapes
everything that it is given, and a policy in the page's head stops anything from running
or loading.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import mean, median
from typing import Any

from markupsafe import Markup

from lernformer import checks
from lernformer.grading.gradebook.lateness import how_long
from lernformer.grading.gradebook.templates import templates
from lernformer.grading.pages import report
from lernformer.grading.pages.mistake_counts import hits
from lernformer.grading.pages.overview import MISSED, Overview
from lernformer.grading.pages.similarity import ALIKE, Alike, alike, common

# The chart's bars, in per cent. No points and full points have bars of their own.
BARS = ("0", "<25", "<50", "<75", "<100", "100")
SHOWN = 20  # names or pairs that are visible without unfolding
OPEN = 40  # with up to this many students, the course's table is unfolded
LONG = 120  # characters shown of a symptom
NOTHING = Overview((), {}, ())


def percent(share: float) -> str:
    return f"{share:.0%}"


def short(cell: str) -> str:
    """Return the name of the task that a cell checks."""
    return cell.removeprefix("check_")


def page(
    results: report.Results,
    overview: Overview = NOTHING,
    answered: tuple[Mapping[str, float], Mapping[str, float]] | None = None,
) -> str:
    """Return the whole page as HTML, for an assignment and for the course.

    ``answered`` has the points that students earned in talks and the points that were
    possible, both keyed by student.
    """
    here = Path(__file__).parent
    environment = templates(here)
    environment.filters |= {"percent": percent, "short": short, "long": how_long}
    template = environment.get_template("report.html")
    style = Markup((here / "page.css").read_text("utf-8"))
    return template.render(
        style=style,
        mean=mean,
        median=median,
        overview=overview,
        chapters=_chapters(overview),
        missed=MISSED,
        unfolded=OPEN,
        talks=None if answered is None else report.talked(results, *answered),
        enough=report.ENOUGH,
        far=report.FAR,
        **_results(results),
    )


def _chapters(overview: Overview) -> list[tuple[str, str]]:
    """Return the header of the course's table."""
    worth = [(name, overview.points[name]) for name in overview.chapters]
    worth.append(("All", overview.total))
    return [("Student", "task"), *((f"{n} ({p:g})", "number") for n, p in worth)]


def _results(results: report.Results) -> dict[str, Any]:
    """Return the template's variables that depend on the assignment's results."""
    found = report.findings(results)
    states = {"", *report.STATES}
    poor = report.remarks(results)
    totals = [one.total for one in results.submissions]
    timed = [one for one in results.submissions if one.seconds is not None]
    labels = {task.name: _label(task) for task in results.tasks}
    codes = _own_code(results)
    pairs = alike(codes, results.released)
    return {
        "results": results,
        "shown": SHOWN,
        "totals": totals,
        "waiting": sum(bool(one.waiting) for one in results.submissions),
        "whole": Chart("All tasks together", results.read()),
        "tasks": _tasks(results),
        "weak": report.WEAK,
        "min_students": report.MIN_STUDENTS,
        "earned": sum(total > 0 for total in totals),
        "remarks": [(labels[name], reason) for name, reason in poor.items()],
        "known": [each for each in found if each.mistake not in states],
        "others": [each for each in found if each.mistake in states],
        "cut": LONG,
        "hits": hits(results) if results.submissions else [],
        "silent": [one.student for one in results.submissions if one.seconds is None],
        "alike": percent(ALIKE),
        "pairs": [{"found": one, "codes": _beside(results, one)} for one in pairs],
        "common": common(codes, results.released),
        "timed": sorted(timed, key=lambda one: -(one.seconds or 0)),
        "strange": [one for one in results.submissions if one.notes],
        "late": [one for one in results.submissions if one.hours_late > 0],
    }


def _own_code(results: report.Results) -> dict[str, dict[str, str]]:
    """Return students' code by student and cell, without tasks that hand out code."""
    dealt = {
        task.id.partition(".")[2]
        for task in results.tasks
        if task.id and checks.task(task.id).bugs
    }
    return {
        one.student: {
            name: code
            for name, code in one.code.items()
            if name.rpartition(": ")[2] not in dealt
        }
        for one in results.submissions
    }


def _beside(results: report.Results, found: Alike) -> list[dict[str, Any]]:
    """Return what the first two students wrote, cell by cell, and when it came in."""
    known = {one.student: one for one in results.submissions}
    two = [known[name] for name in found.students[:2]]
    return [
        {"cell": cell, "two": [(one, one.code.get(cell, "")) for one in two]}
        for cell in found.cells
    ]


@dataclass(frozen=True)
class Chart:
    """The distribution of students' shares of the points, as a chart and in words."""

    name: str
    shares: list[float]
    unread: int = 0  # answers that wait for a person

    @cached_property
    def counts(self) -> list[int]:
        counts = [0] * len(BARS)
        for share in self.shares:
            if share <= 0 or share >= 1:
                counts[0 if share <= 0 else -1] += 1
            else:
                counts[1 + min(3, int(4 * share))] += 1
        return counts

    @property
    def average(self) -> str:
        if not self.shares:
            return "not graded yet"
        text = f"{percent(mean(self.shares))} on average"
        if not self.unread:
            return text
        if not any(self.shares):  # empty answers get 0 automatically
            return f"{self.unread} not read yet, {len(self.shares)} without points"
        return f"{text} of {len(self.shares)}; {self.unread} not read yet"

    @property
    def summary(self) -> str:
        return ", ".join(f"{bar['count']} with {bar['label']} %" for bar in self.bars)

    @property
    def bars(self) -> list[dict[str, Any]]:
        """Each bar's label and count, and its height as a share of the highest bar."""
        highest = max(*self.counts, 1)
        return [
            {"label": label, "count": count, "share": count / highest}
            for label, count in zip(BARS, self.counts, strict=True)
        ]


def _tasks(results: report.Results) -> list[dict[str, Any]]:
    """Return each task's chart, and the same results as numbers."""
    correlations, rows = report.discrimination(results), []
    for task in results.tasks:
        shares = results.shares(task)
        unread = len(results.submissions) - len(shares)
        chart = Chart(_label(task), shares, unread)
        nothing, *part, everything = chart.counts
        r = correlations.get(task.name)
        numbers = (
            f"{task.points:g}",
            percent(mean(shares)) if any(shares) or (not unread and shares) else "–",
            nothing,
            sum(part),
            everything,
            unread,
            "–" if r is None else f"{r:.2f}",
        )
        rows.append({"chart": chart, "numbers": numbers})
    return rows


def _label(task: report.Task) -> str:
    return f"{short(task.name)} (by hand)" if task.by_hand else short(task.name)
