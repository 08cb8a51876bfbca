"""Scores from outside: right answers earn all, parts earn parts, forgeries nothing."""

import numpy as np
import pytest
from course import SLUGS
from graded import content, exercise, points

from lernformer import checks
from lernformer.checks.task import Observation
from lernformer.grading.door import pack
from lernformer.grading.judge import Examiner, Round, _observed
from lernformer.grading.release import Cell, question_of
from lernformer.grading.sandbox import Sandbox

SECRET = b"\x07" * 32


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_the_solutions_earn_everything_without_the_reference(slug):
    with Sandbox(slug) as sandbox:
        graded = Examiner(exercise(slug), SECRET).grade(content(slug), sandbox)
    assert graded.scores == points(slug)


@pytest.mark.slow
def test_parts_earn_parts():
    """It overflows for large scores, writes into its input, and does the rest right."""
    answer = """
def softmax(scores, axis=-1):
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=axis, keepdims=True)
    return scores
"""
    with Sandbox("attention") as sandbox:
        examiner = Examiner(exercise("attention"), SECRET)
        graded = examiner.grade(content("attention", softmax=answer), sandbox)
    shares = checks.task("attention.softmax").aspects
    lost = shares["survives large scores"] + shares["leaves its inputs as they are"]
    share = 1 - lost / sum(shares.values())
    assert graded.scores["check_softmax"] == pytest.approx(2 * share)
    assert graded.scores == points("attention") | {
        "check_softmax": graded.scores["check_softmax"]
    }
    texts = [
        output.data["text/html"]
        for cell in graded.notebook.cells
        for output in cell.get("outputs", [])
        if "data" in output and "not yet" in output.data["text/html"]
    ]
    assert len(texts) == 1
    assert "seed=20170612" in texts[0]


@pytest.mark.parametrize("task", checks.tasks())
def test_the_cases_of_every_task_can_cross_the_wall(task):
    for seed in (0, 1):
        assert pack(Round(checks.task(task), seed).questions)


STRANGE = [
    None,
    [],
    "is not defined",
    "killed",
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


@pytest.mark.parametrize("said", STRANGE)
def test_whatever_is_said_that_is_not_right_earns_nothing(said):
    round_ = Round(checks.task("attention.softmax"), 3)
    verdict = round_.verdict(_observed(said, round_))
    assert verdict.score == 0
    assert verdict._repr_html_()


def test_a_verdict_that_cannot_be_reached_is_none(monkeypatch):
    """A symptom may look for what is not there."""
    round_ = Round(checks.task("attention.MultiHeadAttention"), 3)
    strange = Observation({"output": np.zeros((2, 2)), "weights": np.zeros(1)})
    assert round_.verdict([strange] * len(round_.cases)).score == 0


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("assert softmax", "it asks 0"),
        ('check("attention.softmax", a)\ncheck("attention.split_heads", a)', "asks 2"),
        ('check("attention.nothing", a)', "no task 'attention.nothing'"),
    ],
)
def test_graded_code_that_the_judge_cannot_judge_is_refused(source, words):
    cell = Cell("mine", "code", source, "", True, 1.0, False)
    with pytest.raises(ValueError, match=words):
        question_of(cell)
