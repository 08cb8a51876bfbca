"""Scores from outside: right answers earn all, parts earn parts, forgeries nothing."""

from collections import Counter

import pytest
from course import SLUGS
from extent import some
from graded import content, exercise, points

from lernformer import checks
from lernformer.grading.judge.examiner import Examiner, Graded
from lernformer.grading.judge.round import PUBLIC_SEED
from lernformer.grading.sandbox.sandbox import Session

pytestmark = pytest.mark.slow
SECRET = b"\x07" * 32


@pytest.mark.parametrize("slug", some(SLUGS, ["transformer"]))
def test_the_solutions_earn_everything_without_the_reference(slug, sandboxes):
    graded = Examiner(exercise(slug), SECRET).grade(content(slug), sandboxes(slug))
    assert graded.scores == points(slug)
    assert errors(graded) == []


def errors(graded: Graded) -> list[str]:
    """The errors that the page shows."""
    outputs = [
        output for cell in graded.notebook.cells for output in cell.get("outputs", [])
    ]
    return [one.traceback[-1] for one in outputs if one.output_type == "error"]


def test_a_grade_waits_for_no_training_and_shows_no_error(sandboxes):
    switched = content("translator").replace(b"mine = False", b"mine = True")
    switched = switched.replace(b"steps = 0 ", b"steps = 2500 ")
    assert switched.count(b"mine = True  #") == 1
    assert switched.count(b"steps = 2500  #") == 2
    examiner = Examiner(exercise("translator"), SECRET)
    graded = examiner.grade(switched, sandboxes("translator"))
    assert graded.scores == points("translator")
    assert errors(graded) == []


def test_parts_earn_parts(sandboxes):
    """It overflows for large scores and writes into its input; the rest is right."""
    answer = """
def softmax(scores, axis=-1):
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=axis, keepdims=True)
    return scores
"""
    examiner, made = Examiner(exercise("attention"), SECRET), {"softmax": answer}
    graded = examiner.grade(content("attention", **made), sandboxes("attention"))
    shares = checks.task("attention.softmax").aspects
    failed = (
        "survives large scores",
        "takes whole numbers, too",  # exp cannot write into these
        "leaves its inputs as they are",
    )
    share = 1 - sum(shares[aspect] for aspect in failed) / sum(shares.values())
    assert graded.scores["check_softmax"] == pytest.approx(2 * share, abs=1e-4)
    assert graded.scores == points("attention") | {
        "check_softmax": graded.scores["check_softmax"]
    }
    texts = [
        output.data["text/html"]
        for cell in graded.notebook.cells
        for output in cell.get("outputs", [])
        if "data" in output and "not yet" in output.data["text/html"]
    ]
    text, caller = texts
    assert "seed=20170612" in text
    assert "is_softmax itself is right" in caller


TRANSPOSED = """
def look_ahead_mask(query_length, key_length=None):
    key_length = query_length if key_length is None else key_length
    return torch.ones(query_length, key_length).triu().bool()[None, None]
"""
ENDS = """
import os

def padding_mask(ids, pad_id=0):
    os._exit(1)
"""
THIEF = """
import types

stolen = []

def padding_mask(ids, pad_id=0):
    return stolen[0](ids, pad_id)
"""
STEALS = """
def decoder_mask(ids, pad_id=0):
    if padding_mask.__module__.startswith("lernformer"):
        right = padding_mask  # a copy, which nobody can make refuse
        stolen.append(types.FunctionType(right.__code__, right.__globals__))
    return padding_mask(ids, pad_id) & look_ahead_mask(ids.size(1)).to(ids.device)
"""


@pytest.fixture(scope="module")
def masking(sandboxes):
    """Grades a notebook of the masking chapter."""
    examiner, sandbox = Examiner(exercise("masking"), SECRET), sandboxes("masking")
    return lambda **answers: examiner.grade(content("masking", **answers), sandbox)


def lost(graded):
    known = points("masking")
    return {name for name, worth in known.items() if graded.scores[name] < worth}


def test_a_mistake_costs_the_points_of_one_task(masking):
    graded = masking(look_ahead_mask=TRANSPOSED, masked_softmax=None)
    assert lost(graded) == {"check_look_ahead_mask", "check_masked_softmax"}
    assert graded.scores["check_look_ahead_mask"] == 0
    verdict = graded.verdicts["check_decoder_mask"]
    assert verdict.blocked_by == ("look_ahead_mask",)
    assert graded.verdicts["check_masked_attention"].blocked_by == ("masked_softmax",)
    assert verdict.aside in str(graded.notebook)


def test_an_answer_that_ends_its_process_costs_its_own_points(masking):
    graded = masking(padding_mask=ENDS)
    assert lost(graded) == {"check_padding_mask"}
    assert graded.verdicts["check_decoder_mask"].blocked_by == ("padding_mask",)


def test_a_wrong_answer_gets_its_own_mistake(masking):
    answer = "def decoder_mask(ids, pad_id=0):\n    return padding_mask(ids) | ~{0}"
    answer = answer.format("look_ahead_mask(ids.size(1)).to(ids.device)")
    graded = masking(padding_mask=None, decoder_mask=answer)
    verdict = graded.verdicts["check_decoder_mask"]
    assert verdict.score == 0
    assert "not written yet" not in verdict.message
    assert "may attend to key" in verdict.message
    assert verdict.blocked_by == ("padding_mask",)


def test_right_code_that_replaces_an_answer_cannot_be_kept(masking):
    graded = masking(padding_mask=THIEF, decoder_mask=STEALS)
    assert lost(graded) == {"check_padding_mask", "check_decoder_mask"}
    assert graded.scores["check_padding_mask"] == 0


def test_only_wrong_answers_run_on_public_cases(masking, monkeypatch):
    runs, ask = Counter(), Session.ask

    def counted(session, question, seconds):
        runs[question.get("name")] += question["do"] == "probe"
        return ask(session, question, seconds)

    monkeypatch.setattr(Session, "ask", counted)
    assert lost(masking()) == set()
    asks = exercise("masking").questions.values()
    assert {runs[question.name] for question in asks} == {1}
    runs.clear()
    verdict = masking(look_ahead_mask=TRANSPOSED).verdicts["check_look_ahead_mask"]
    assert verdict.seed == PUBLIC_SEED
    assert runs["look_ahead_mask"] == 2
    assert runs["padding_mask"] == 1
