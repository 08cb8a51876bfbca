"""A task's cases: they can cross the wall, and only what is right earns points."""

import numpy as np
import pytest

from lernformer import checks
from lernformer.checks.task import Observation
from lernformer.grading.judge.round import MALFORMED, UNDEFINED, NoAnswer, Round
from lernformer.grading.sandbox.messages import pack


@pytest.mark.parametrize("task", checks.tasks())
def test_the_cases_of_every_task_can_cross_the_wall(task):
    for seed in (0, 1):
        assert pack(Round(checks.task(task), seed).questions)


@pytest.fixture
def softmax():
    return Round(checks.task("attention.softmax"), 3)


NONE = {"values": {}, "facts": {}, "trouble": "", "kind": ""}
ODD = [3, {}, NONE, NONE | {"values": {"result": "right"}}]
ODD += [NONE | {"values": {"result": np.zeros(3)}, "facts": {"a": 1}}]
ODD += [NONE | {"values": {"result": np.zeros(0)}, "kind": "x"}]
ODD += [NONE | {"values": {"result": np.full((3, 4), np.nan)}}]
ODD += [NONE | {"trouble": "fine", "kind": "error"}]


def test_whatever_is_replied_that_is_not_right_earns_nothing(softmax):
    number = len(softmax.cases)
    whole = [[one] * number for one in ODD]
    for reply in (None, [], "is not defined", [NONE] * (number - 1), *whole):
        verdict = softmax.verdict(softmax.observations(reply))
        assert verdict.score == 0, reply
        assert verdict._repr_html_()


def test_a_reply_of_another_form_leaves_no_word(softmax):
    for reply in ("hidden", ["hidden"], {"hidden": 1}):
        verdict = softmax.verdict(softmax.observations(reply))
        assert "hidden" not in verdict.message
        assert MALFORMED.trouble in verdict.message


def test_why_there_is_no_answer_is_reported(softmax):
    for none in (NoAnswer("ends the process that runs it (killed)"), UNDEFINED):
        verdict = softmax.verdict(none)
        assert verdict.score == 0
        assert none.reason in verdict.message


def test_a_verdict_that_cannot_be_reached_is_none():
    """A symptom may look for something that isn't there."""
    round_ = Round(checks.task("attention.MultiHeadAttention"), 3)
    strange = Observation({"output": np.zeros((2, 2)), "weights": np.zeros(1)})
    assert round_.verdict([strange] * len(round_.cases)).score == 0
