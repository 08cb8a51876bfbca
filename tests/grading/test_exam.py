"""Verdicts: the hidden cases decide, the public ones explain."""

import pytest
from graded import exercise

from lernformer import masking
from lernformer.checks.repairing import fixed
from lernformer.checks.task import Observation
from lernformer.grading.judge.exam import Exam
from lernformer.grading.judge.round import PUBLIC_SEED, NoAnswer
from lernformer.grading.judge.run import Transcript

ASKED, EARLIER = "check_decoder_mask", "check_padding_mask"


@pytest.fixture(scope="module")
def exam():
    return Exam(exercise("masking"), b"secret")


def right(rounds) -> dict:
    """The values that the reference gives."""
    made = {}
    for name, round_ in rounds.items():
        answer = getattr(masking, name.removeprefix("check_"))
        made[name] = [round_.task.probe.ask(answer, case) for case in round_.cases]
    return made


def wrong(rounds, name) -> list[Observation]:
    return [Observation(trouble="raises", kind="error")] * len(rounds[name].cases)


def verdicts(exam, public=None, hidden=None, helped=None, calls=()):
    """Verdicts on right answers, except for those given for one task."""
    observed = [
        right(rounds) | ({ASKED: other} if other else {})
        for rounds, other in ((exam.public, public), (exam.hidden, hidden))
    ]
    with_reference = {ASKED: helped} if helped else {}
    second = Transcript(observed[1], with_reference, {ASKED: list(calls)})
    asked = (rounds.task for rounds in exam.hidden.values())
    made = {
        task.probe.name: {"definitions": [fixed(task)], "more": 0}
        for task in asked
        if task.bugs
    }
    second.made = made
    return exam.verdicts(Transcript(observed[0]), second)


def test_the_rounds_are_in_the_order_of_the_tasks(exam):
    names = list(exam.hidden)
    assert names == list(exam.public)
    assert names.index(EARLIER) < names.index(ASKED)
    assert exam.hidden[ASKED].seed != exam.public[ASKED].seed == PUBLIC_SEED
    assert "padding_mask" in exam.hidden[ASKED].earlier
    assert exam.hidden[EARLIER].reference == {}


def test_right_answers_pass_and_show_no_seed(exam):
    found = verdicts(exam)
    assert list(found) == list(exam.hidden)
    for verdict in found.values():
        assert verdict.score == 1
        assert verdict.seed is None


def test_what_is_wrong_is_explained_by_a_public_case(exam):
    verdict = verdicts(exam, wrong(exam.public, ASKED), wrong(exam.hidden, ASKED))
    assert verdict[ASKED].score == 0
    assert verdict[ASKED].seed == PUBLIC_SEED


def test_of_a_hidden_case_alone_no_more_is_told_than_that_it_is_wrong(exam):
    verdict = verdicts(exam, hidden=wrong(exam.hidden, ASKED))[ASKED]
    assert verdict.score == 0
    assert verdict.symptom.startswith("is wrong for a hidden case")


def test_who_has_no_answer_is_told_why(exam):
    none = NoAnswer("ends the process")
    verdict = verdicts(exam, none, none)[ASKED]
    assert verdict.score == 0
    assert "ends the process" in verdict.message


def test_the_better_of_two_verdicts_counts(exam):
    helped = right(exam.hidden)[ASKED]
    calls = ["padding_mask"]
    found = verdicts(exam, hidden=wrong(exam.hidden, ASKED), helped=helped, calls=calls)
    assert found[ASKED].score == 1
    assert found[ASKED].blocked_by == ("padding_mask",)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("raises", "raises"),  # as before, when it couldn't look at right code
        ("raises ValueError: def softmax", "raises ValueError"),
        ("raises Softmax: def softmax", "gives no answer with the course's"),
        ("def softmax", "gives no answer with the course's"),
    ],
)
def test_who_could_look_at_right_code_says_nothing_of_it(exam, words, told):
    def said(rounds):
        facts = {"said": words + "x" * 100}
        return [Observation({}, facts, words, "error") for _ in rounds[ASKED].cases]

    def transcript(rounds):
        first = {EARLIER: wrong(rounds, EARLIER), ASKED: wrong(rounds, ASKED)}
        observed = right(rounds) | first
        return Transcript(observed, {ASKED: said(rounds)}, {ASKED: ["padding_mask"]})

    public, hidden = transcript(exam.public), transcript(exam.hidden)
    verdict = exam.verdicts(public, hidden)[ASKED]
    assert verdict.blocked_by or words == "raises"
    assert verdict.symptom.startswith(told)
    assert "def" not in str(verdict)
