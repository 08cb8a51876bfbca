"""What the checks were worth: a table of the run, for `make mutants` and the book.

A plugin of pytest. It counts the tests of tests/test_checks.py by task, prints the
table, and writes it to table.md when every task was judged over all seeds.
"""

import os
import re
from collections import Counter, defaultdict
from pathlib import Path

from lernformer.checks import tasks

TARGET = Path(__file__).with_suffix(".md")
SEEDS = int(os.environ.get("SEEDS", "20"))
TEST = re.compile(r"test_checks\.py::(\w+)\[([\w.]+?\.\w+)(?:-|\])")
# The tests that count, and what one of them says of an answer.
COUNTED = {
    "test_a_mutant_fails_and_its_mistake_is_named": "named",
    "test_no_seed_lets_a_mutant_pass": "caught",
    "test_no_seed_rejects_a_right_variant": "accepted",
    "test_degenerate_answers_score_0_and_are_told_why": "degenerate",
}
HEAD = (
    "| task | wrong answers | caught | named | right answers | rejected | "
    "nonsense scores 0 |\n|---|---:|---:|---:|---:|---:|---|\n"
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
    cells = [f"`{task}`", *numbers, judged["accepted"], rejected, nonsense]
    return "| " + " | ".join(map(str, cells)) + " |\n"


def table(judged: dict[str, Counter]) -> str:
    """The table in Markdown, tasks in the order of the course, then all together."""
    rows = [row(task, judged[task]) for task in tasks() if task in judged]
    total = sum(judged.values(), Counter())
    everywhere = sum(counts["degenerate so"] for counts in judged.values())
    last = row("all", total).replace("`all`", "**all**")
    last = last.replace("yes", f"{everywhere} of {len(judged)} tasks")
    return HEAD + "".join(rows) + last


def pytest_terminal_summary(terminalreporter):
    if not _judged:
        return
    told = table(_judged)
    terminalreporter.section(f"discrimination over {SEEDS} seeds")
    terminalreporter.write(told)
    whole = all(set(COUNTED.values()) <= set(_judged[task]) for task in tasks())
    if whole and SEEDS >= 200:
        unfinished = TARGET.with_suffix(".tmp")
        unfinished.write_text(told, "utf-8")
        unfinished.replace(TARGET)
