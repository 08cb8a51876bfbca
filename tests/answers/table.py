"""How good the checks are: a table of the run, for `make mutants` and the book.

A pytest plugin. It counts the tests of tests/test_checks.py by task and prints the
table. After a run over all 200 seeds, the rows of the tasks that were judged go to
table.md.
"""

import re
from collections import Counter, defaultdict
from pathlib import Path

from lernformer.checks import tasks
from tests.extent import SEEDS

TARGET = Path(__file__).with_suffix(".md")
WHOLE = 200  # seeds, in a measurement that is kept
TEST = re.compile(r"test_checks\.py::(\w+)\[([\w.]+?\.\w+)(?:-|\])")
# The tests that count, and what each of them says about an answer.
COUNTED = {
    "test_a_mutant_fails_and_its_mistake_is_named": "named",
    "test_no_seed_lets_a_mutant_pass": "caught",
    "test_no_seed_rejects_a_right_variant": "accepted",
    "test_degenerate_answers_score_0_and_get_a_message": "degenerate",
}
HEAD = (
    "| task | wrong | caught | named | right | repeated | rejected | nonsense 0 |\n"
    "|---|---:|---:|---:|---:|---:|---:|---|\n"
)

_judged: dict[str, Counter] = defaultdict(Counter)


def pytest_runtest_logreport(report):
    found = TEST.search(report.nodeid)
    if report.when == "call" and found and found[1] in COUNTED:
        what = COUNTED[found[1]]
        _judged[found[2]][what] += 1
        _judged[found[2]][f"{what} so"] += report.passed


def row(task: str, judged: Counter) -> str:
    rejected = judged["accepted"] - judged["accepted so"]
    nonsense = "yes" if judged["degenerate so"] else "NO"
    numbers = [judged["caught"], judged["caught so"], judged["named so"]]
    cells = [f"`{task}`", *numbers, judged["accepted"], SEEDS, rejected, nonsense]
    return "| " + " | ".join(map(str, cells)) + " |\n"


def rows_of(text: str) -> dict[str, str]:
    """The rows of a table, by task."""
    return {found[1]: found[0] for found in re.finditer(r"\| `([\w.]+)` .*\n", text)}


def table(rows: dict[str, str]) -> str:
    """The table in Markdown, tasks in the order of the course, then all together."""
    rows = {task: rows[task] for task in tasks() if task in rows}
    cells = [text.strip("| \n").split(" | ") for text in rows.values()]
    sums = [str(sum(int(line[i]) for line in cells)) for i in (1, 2, 3, 4, 6)]
    zero = f"{sum(line[7] == 'yes' for line in cells)} of {len(cells)}"
    last = "| " + " | ".join(["**all**", *sums[:4], "", sums[4], zero]) + " |\n"
    return HEAD + "".join(rows.values()) + last


def pytest_terminal_summary(terminalreporter):
    if not _judged:
        return
    rows = {task: row(task, judged) for task, judged in _judged.items()}
    terminalreporter.section(f"discrimination over {SEEDS} of {WHOLE} seeds")
    terminalreporter.write(table(rows))
    whole = {task for task in rows if set(COUNTED.values()) <= set(_judged[task])}
    if whole and SEEDS >= WHOLE:
        known = rows_of(TARGET.read_text("utf-8")) if TARGET.exists() else {}
        unfinished = TARGET.with_suffix(".tmp")
        unfinished.write_text(
            table(known | {task: rows[task] for task in whole}), "utf-8"
        )
        unfinished.replace(TARGET)
