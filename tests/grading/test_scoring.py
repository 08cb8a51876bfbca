"""A task's cases: they can cross the wall, and only what is right earns points."""

import numpy as np
import pytest

from lernformer import checks
from lernformer.checks.task import Observation
from lernformer.grading.judge.scoring import MALFORMED, UNDEFINED, NoAnswer, Round
from lernformer.grading.sandbox.messages import pack


@pytest.mark.parametrize("task", checks.tasks())
def test_the_cases_of_every_task_can_cross_the_wall(task):
    for seed in (0, 1):
        assert pack(Round(checks.task(task), seed).questions)


STRANGE = [
    None,
    [],
    "is not defined",
    [3] * 17,
    [{}] * 17,
    [{"values": {}, "facts": {}, "trouble": "", "kind": ""}] * 16,
    [{"values": {}, "facts": {}, "trouble": "", "kind": ""}] * 17,
    [{"values": {"result": "right"}, "facts": {}, "trouble": "", "kind": ""}] * 17,
    [{"values": {"result": np.zeros(3)}, "facts": {"a": 1}, "trouble": "", "kind": ""}]
    * 17,
    [{"values": {"result": np.zeros(0)}, "facts": {}, "trouble": "", "kind": "x"}] * 17,
    [
        {
            "values": {"result": np.full((3, 4), np.nan)},
            "facts": {},
            "trouble": "",
            "kind": "",
        }
    ]
    * 17,
    [{"values": {}, "facts": {}, "trouble": "fine", "kind": "error"}] * 17,
]


@pytest.mark.parametrize("reply", STRANGE)
def test_whatever_is_replied_that_is_not_right_earns_nothing(reply):
    round_ = Round(checks.task("attention.softmax"), 3)
    verdict = round_.verdict(round_.observations(reply))
    assert verdict.score == 0
    assert verdict._repr_html_()


@pytest.mark.parametrize("reply", ["hidden", ["hidden"], {"hidden": 1}])
def test_a_reply_of_another_form_leaves_no_word(reply):
    round_ = Round(checks.task("attention.softmax"), 3)
    verdict = round_.verdict(round_.observations(reply))
    assert "hidden" not in verdict.message
    assert MALFORMED.trouble in verdict.message


def test_why_there_is_no_answer_is_told():
    round_ = Round(checks.task("attention.softmax"), 3)
    for none in (NoAnswer("ends the process that runs it (killed)"), UNDEFINED):
        verdict = round_.verdict(none)
        assert verdict.score == 0
        assert none.reason in verdict.message


def test_a_verdict_that_cannot_be_reached_is_none(monkeypatch):
    """A symptom may look for something that isn't there."""
    round_ = Round(checks.task("attention.MultiHeadAttention"), 3)
    strange = Observation({"output": np.zeros((2, 2)), "weights": np.zeros(1)})
    assert round_.verdict([strange] * len(round_.cases)).score == 0
