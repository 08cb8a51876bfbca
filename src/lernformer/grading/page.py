"""The report on a class as one page that needs no other file and no network.

Names, symptoms and notes are students' words: whatever is put into the page goes
through `escape`, and a policy in its head lets nothing run or load.
"""

from collections.abc import Iterable
from html import escape
from statistics import mean, median

from lernformer.grading.report import (
    MIN_STUDENTS,
    STATES,
    WEAK,
    Finding,
    Results,
    Task,
    discrimination,
    findings,
    remarks,
)
from lernformer.grading.similarity import ALIKE, Pair, alike

# Lower ends of the bars, in per cent; who has nothing and who has all stand apart.
BARS = (("0", 0), ("<25", 1), ("<50", 25), ("<75", 50), ("<100", 75), ("100", 100))
SHOWN = 20  # names or pairs that stand in the open
LONG = 120  # characters of a symptom

STYLE = """
:root {color-scheme: light dark; --line: #8886; --bar: #1f6fb5; --page: #fff;
  --ink: #1f2328}
@media (prefers-color-scheme: dark) {
  :root {--bar: #3b9ae0; --page: #14181e; --ink: #e6e8eb}}
body {font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem;
  max-width: 60rem; background: var(--page); color: var(--ink);
  overflow-wrap: anywhere}
h1, h2 {line-height: 1.2}
h2 {margin-top: 2.5rem}
.wide {overflow-x: auto}
table {border-collapse: collapse; width: 100%; margin-bottom: 1.5rem}
caption {text-align: left; padding-bottom: .5rem}
th, td {text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0;
  border-bottom: 1px solid var(--line)}
td.number, th.number {text-align: right; white-space: nowrap; overflow-wrap: normal}
th {overflow-wrap: normal}
td {min-width: 4rem}
.task {min-width: 9rem}
.words {min-width: 14rem}
.bars {display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
  gap: 1.5rem; padding: 0; margin: 1rem 0}
figure {margin: 0}
svg {width: 100%; height: auto; fill: var(--ink)}
svg .bar {fill: var(--bar)}
svg .line {stroke: var(--line)}
svg text {font: 11px system-ui, sans-serif; text-anchor: middle}
summary {cursor: pointer}
@media print {.wide {overflow: visible}}
"""


def page(results: Results) -> str:
    """The whole page, as HTML."""
    found = findings(results)
    known = [each for each in found if each.mistake and each.mistake not in STATES]
    others = [each for each in found if not each.mistake or each.mistake in STATES]
    pairs = alike(
        {one.student: one.code for one in results.submissions}, results.released
    )
    body = [
        _summary(results),
        "<h2>Points by task</h2>",
        _distributions(results),
        _tasks(results),
        "<h2>Tasks that tell badly apart</h2>",
        _discrimination(results),
        "<h2>Misconceptions</h2>",
        _findings(results, known, "Misconceptions that the checks know by name"),
        _findings(results, others, "Wrong in another way, or not written"),
        _ungraded(results),
        "<h2>Code that is nearly the same</h2>",
        _alike(results, pairs),
        "<h2>Time and failures</h2>",
        _time(results),
        _notes(results),
        _late(results),
        _absent(results),
    ]
    title = f"{escape(results.assignment)}: report on the class"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{title}</title>\n<style>{STYLE}</style></head>\n"
        f"<body><main>\n<h1>{title}</h1>\n"
        + "\n".join(body)
        + "\n</main></body></html>\n"
    )


# parts ------------------------------------------------------------------------------


def _summary(results: Results) -> str:
    totals = [one.total for one in results.submissions]
    if not totals:
        return "<p>Nothing is graded yet.</p>"
    waiting = sum(bool(one.waiting) for one in results.submissions)
    lines = [
        f"{len(totals)} submissions; of {results.points:g} points {mean(totals):.1f} "
        f"on average, {median(totals):g} in the middle."
    ]
    if waiting:
        lines.append(
            f"{waiting} still wait for a person (in formgrader, under Manual Grading); "
            "the points for that are missing here."
        )
    whole = [total / results.points for total in totals if results.points]
    return f"<p>{' '.join(lines)}</p>" + _bars("All tasks together", whole)


def _distributions(results: Results) -> str:
    figures = [_bars(_label(task), results.shares(task)) for task in results.tasks]
    return f'<div class="bars">{"".join(figures)}</div>'


def _bars(name: str, shares: list[float]) -> str:
    """How many have which share of the points, as a picture that is told in words."""
    counts = _counts(shares)
    told = ", ".join(
        f"{count} with {label} %"
        for (label, _), count in zip(BARS, counts, strict=True)
    )
    highest = max([*counts, 1])
    drawn = []
    for place, ((label, _), count) in enumerate(zip(BARS, counts, strict=True)):
        x, height = 4 + 36 * place, 70 * count / highest
        drawn.append(
            f'<rect class="bar" x="{x}" y="{86 - height:.1f}" width="28" '
            f'height="{height:.1f}"/><text x="{x + 14}" y="{82 - height:.1f}">{count}'
            f'</text><text x="{x + 14}" y="100">{escape(label)}</text>'
        )
    average = f"{mean(shares):.0%} on average" if shares else "not graded yet"
    return (
        f"<figure><figcaption><strong>{escape(name)}</strong><br>{average}</figcaption>"
        f'<svg role="img" viewBox="0 0 216 106" style="max-width: 22rem" '
        f'aria-label="{escape(name)}: {escape(told)} of the points">'
        f'<path class="line" d="M0 86.5H216"/>{"".join(drawn)}</svg></figure>'
    )


def _counts(shares: list[float]) -> list[int]:
    counts = [0] * len(BARS)
    for share in shares:
        if share <= 0 or share >= 1:
            counts[0 if share <= 0 else -1] += 1
        else:
            counts[1 + min(3, int(4 * share))] += 1
    return counts


def _tasks(results: Results) -> str:
    correlations = discrimination(results)
    rows = []
    for task in results.tasks:
        shares, counts = results.shares(task), _counts(results.shares(task))
        r = correlations.get(task.name)
        rows.append(
            [
                _label(task),
                f"{task.points:g}",
                f"{mean(shares):.0%}" if shares else "–",
                str(counts[0]),
                str(sum(counts[1:-1])),
                str(counts[-1]),
                str(len(results.submissions) - len(shares)),
                "–" if r is None else f"{r:.2f}",
            ]
        )
    head = ["Task", "Points", "Mean", "None", "Part", "All", "Waiting", "r"]
    return _table("The same in numbers", head, rows, numbers=range(1, 8))


def _discrimination(results: Results) -> str:
    told = remarks(results)
    counted = sum(one.total > 0 for one in results.submissions)
    how = (
        "r is the correlation of a task's points with the points for all other tasks, "
        "over everyone who earned anything. Where it is high, who can do this task can "
        f"do the others; under {WEAK:g}, the task tells little, or tells it wrongly. "
    )
    if counted < MIN_STUDENTS:
        how += f"It needs {MIN_STUDENTS} students; here are {counted}."
    else:
        how += f"Here it is computed from {counted} students."
    labels = {task.name: _label(task) for task in results.tasks}
    items = [f"{labels[name]}: {words}" for name, words in told.items()]
    return f"<p>{how}</p>" + (_list(items) if items else "<p>None stands out.</p>")


def _findings(results: Results, found: list[Finding], caption: str) -> str:
    if not found:
        return f"<p>{caption}: none.</p>"
    rows = []
    for each in found:
        named = each.mistake.replace("_", " ") or "not recognised"
        seen = [words[:LONG] + "…" * (len(words) > LONG) for words in each.symptoms]
        words = escape(each.cause) or "<br>".join(map(escape, seen))
        share = len(each.students) / len(results.submissions)
        rows.append(
            [
                escape(each.task.removeprefix("check_")),
                f"<strong>{escape(named)}</strong><br>{words}",
                f"{len(each.students)} ({share:.0%})",
                _people(each.students),
            ]
        )
    return _table(
        caption, ["Task", "What", "How many", "Who"], rows, numbers=(2,), raw=True
    )


def _ungraded(results: Results) -> str:
    silent = [one.student for one in results.submissions if one.seconds is None]
    if not silent:
        return ""
    return (
        "<p>Of these no graded notebook tells what was wrong; "
        "<code>lernformer grade --force</code> grades them anew: "
        f"{_people(silent)}</p>"
    )


def _alike(results: Results, pairs: list[Pair]) -> str:
    how = (
        "A hint to read both, and never a verdict: people who learn together write "
        "alike, and tasks of few lines leave little choice. Compared are tokens, "
        "without names, comments and layout; what was handed out and what many wrote "
        f"does not count. Listed is who shares {ALIKE:.0%} or more of the rest."
    )
    if not pairs:
        return f"<p>{how}</p><p>None.</p>"
    labels = {task: task.removeprefix("check_") for task in _cells(results)}
    rows = [
        [
            *map(_name, pair.students),
            f"{pair.share:.0%}",
            escape(", ".join(labels[cell] for cell in pair.cells)),
        ]
        for pair in pairs[:SHOWN]
    ]
    left = len(pairs) - len(rows)
    more = f"<p>{left} more pairs are left out.</p>" if left else ""
    head = ["One", "Another", "In common", "Where"]
    table = _table("Pairs, the most alike first", head, rows, numbers=(2,), raw=True)
    return f"<p>{how}</p>{table}{more}"


def _cells(results: Results) -> set[str]:
    return {cell for one in results.submissions for cell in one.code}


def _time(results: Results) -> str:
    timed = [one for one in results.submissions if one.seconds is not None]
    if not timed:
        return ""
    seconds = [one.seconds for one in timed]
    slowest = sorted(timed, key=lambda one: -one.seconds)[:5]
    told = ", ".join(f"{_name(one.student)} {one.seconds:.1f} s" for one in slowest)
    return (
        f"<p>Grading took {median(seconds):.1f} s for the submission in the middle, "
        f"{sum(seconds) / 60:.1f} minutes for all of them together. The slowest: "
        f"{told}.</p>"
    )


def _notes(results: Results) -> str:
    rows = [
        [_name(one.student), "<br>".join(map(escape, one.notes))]
        for one in results.submissions
        if one.notes
    ]
    if not rows:
        return "<p>Nothing failed, and no notebook was damaged.</p>"
    caption = f"What was strange about {len(rows)} of the submissions"
    return _table(caption, ["Student", "What"], rows, raw=True)


def _late(results: Results) -> str:
    late = [one for one in results.submissions if one.hours_late > 0]
    items = [f"{_name(one.student)}: {one.hours_late:.1f} hours" for one in late]
    return f"<h2>Late</h2>{_list(items, raw=True)}" if items else ""


def _absent(results: Results) -> str:
    if not results.absent:
        return ""
    return f"<h2>No submission</h2><p>{_people(results.absent)}</p>"


# pieces -----------------------------------------------------------------------------


def _label(task: Task) -> str:
    name = task.name.removeprefix("check_")
    return f"{name} (by hand)" if task.by_hand else name


def _name(student: str) -> str:
    """A name that does not change the direction of the words around it."""
    return f"<bdi>{escape(student)}</bdi>"


def _people(students: Iterable[str]) -> str:
    names = list(map(_name, students))
    if len(names) <= SHOWN:
        return ", ".join(names)
    return (
        f"<details><summary>{len(names)} students</summary>{', '.join(names)}</details>"
    )


def _list(items: list[str], raw: bool = False) -> str:
    return f"<ul>{''.join(f'<li>{i if raw else escape(i)}</li>' for i in items)}</ul>"


def _table(
    caption: str,
    head: list[str],
    rows: list[list[str]],
    numbers: Iterable[int] = (),
    raw: bool = False,
) -> str:
    """A table that scrolls by itself where it is too wide.

    Args:
        numbers: the columns that are numbers.
        raw: whether the cells are HTML already.
    """
    kinds = ["number" if i in numbers else "words" for i in range(len(head))]
    kinds[0] = "task"
    top = "".join(
        f'<th scope="col" class="{kind}">{escape(name)}</th>'
        for name, kind in zip(head, kinds, strict=True)
    )
    lines = []
    for row in rows:
        first, *rest = row if raw else map(escape, row)
        others = "".join(
            f'<td class="{kind}">{cell}</td>'
            for cell, kind in zip(rest, kinds[1:], strict=True)
        )
        lines.append(f'<tr><th scope="row" class="task">{first}</th>{others}</tr>')
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f"<table><caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )
