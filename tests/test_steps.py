"""Longer tasks have named steps, the same in stub, hint and book."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "book"))

from _ext import listing, source

from lernformer import checks
from lernformer.checks.hints import Hint
from lernformer.checks.steps import named, steps
from lernformer.checks.wrapping import wrapped
from lernformer.grading.assignment.stub import BEGIN, END, stub

LINES, MINUTES = 8, 25  # of a longer task, at least
CODE = """
# 0. outside
def f(x):
    y = x  # 1. behind a line
    # 1. halve
    # the number
    y = x / 2
    # a reason
    # 2. double `y`
    return 2 * y
"""


def is_longer(task_id: str) -> bool:
    solutions = re.findall(rf"{BEGIN}\n(.*?){END}", stub(task_id), re.S)
    return sum(len(x.split("\n")) - 1 for x in solutions) >= LINES or (
        checks.task(task_id).minutes >= MINUTES
    )


def test_steps_are_numbered_comments():
    assert named(CODE) == ["outside", "halve the number", "double `y`"]


@pytest.mark.parametrize("task_id", [*filter(is_longer, checks.tasks())])
def test_a_longer_task_has_three_to_five(task_id):
    assert 3 <= len(steps(task_id)) <= 5


@pytest.mark.parametrize("task_id", [*filter(steps, checks.tasks())])
def test_they_are_the_same_everywhere(task_id):
    known = steps(task_id)
    answer = stub(task_id)
    assert named(answer) == known
    inside = re.findall(rf"{BEGIN}\n(.*?){END}", answer, re.S)
    assert not any(map(named, inside))  # the steps are in the notebook only once
    hint = Hint(checks.task(task_id))
    for number, step in enumerate(known, start=1):
        assert wrapped(f"  {number}. {step}") in repr(hint)
    assert hint._repr_html_().count("<li>") == len(known)
    head, rows = listing.numbered(listing.named(source.written(source.find(task_id))))
    assert head.astext() == "Step by step:"
    assert [row.astext() for row in rows] == [step.replace("`", "") for step in known]


def test_a_short_task_has_none():
    assert steps("attention.softmax") == []
    assert "Step by step" not in Hint(checks.task("attention.softmax"))._repr_html_()
