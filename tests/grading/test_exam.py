"""Verdicts: the hidden cases decide, the public ones explain."""

import pytest
from graded import exercise

from lernformer import masking
from lernformer.checks.repairing import fixed
from lernformer.checks.task import Observation
from lernformer.grading.judge.exam import Exam
from lernformer.grading.judge.round import PUBLIC_SEED, NoAnswer
from lernformer.grading.judge.run import Transcript

LATER, EARLIER = "check_decoder_mask", "check_padding_mask"


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
        right(rounds) | ({LATER: other} if other else {})
        for rounds, other in ((exam.public, public), (exam.hidden, hidden))
    ]
    with_reference = {LATER: helped} if helped else {}
    second = Transcript(observed[1], with_reference, {LATER: list(calls)})
    tasks = (rounds.task for rounds in exam.hidden.values())
    made = {
        task.probe.name: {"definitions": [fixed(task)], "more": 0}
        for task in tasks
        if task.bugs
    }
    second.made = made
    return exam.verdicts(Transcript(observed[0]), second)


def test_the_rounds_are_in_the_order_of_the_tasks(exam):
    names = list(exam.hidden)
    assert names == list(exam.public)
    assert names.index(EARLIER) < names.index(LATER)
    assert exam.hidden[LATER].seed != exam.public[LATER].seed == PUBLIC_SEED
    assert "padding_mask" in exam.hidden[LATER].earlier
    assert exam.hidden[EARLIER].reference == {}


def test_right_answers_pass_and_show_no_seed(exam):
    found = verdicts(exam)
    assert list(found) == list(exam.hidden)
    for verdict in found.values():
        assert verdict.score == 1
        assert verdict.seed is None


def test_what_is_wrong_is_explained_by_a_public_case(exam):
    verdict = verdicts(exam, wrong(exam.public, LATER), wrong(exam.hidden, LATER))
    assert verdict[LATER].score == 0
    assert verdict[LATER].seed == PUBLIC_SEED


def test_of_a_hidden_case_alone_only_the_failure_is_reported(exam):
    verdict = verdicts(exam, hidden=wrong(exam.hidden, LATER))[LATER]
    assert verdict.score == 0
    assert verdict.symptom.startswith("is wrong for a hidden case")


def test_without_an_answer_the_reason_is_given(exam):
    none = NoAnswer("ends the process")
    verdict = verdicts(exam, none, none)[LATER]
    assert verdict.score == 0
    assert "ends the process" in verdict.message


def test_the_better_of_two_verdicts_counts(exam):
    helped = right(exam.hidden)[LATER]
    calls = ["padding_mask"]
    found = verdicts(exam, hidden=wrong(exam.hidden, LATER), helped=helped, calls=calls)
    assert found[LATER].score == 1
    assert found[LATER].blocked_by == ("padding_mask",)


@pytest.mark.parametrize(
    ("words", "symptom"),
    [
        ("raises", "raises"),  # as before, when it couldn't look at right code
        ("raises ValueError: def softmax", "raises ValueError"),
        ("raises Softmax: def softmax", "gives no answer with the course's"),
        ("def softmax", "gives no answer with the course's"),
    ],
)
def test_who_could_look_at_right_code_says_nothing_of_it(exam, words, symptom):
    def raising(rounds):
        facts = {"said": words + "x" * 100}
        return [Observation({}, facts, words, "error") for _ in rounds[LATER].cases]

    def transcript(rounds):
        first = {EARLIER: wrong(rounds, EARLIER), LATER: wrong(rounds, LATER)}
        observed = right(rounds) | first
        return Transcript(observed, {LATER: raising(rounds)}, {LATER: ["padding_mask"]})

    public, hidden = transcript(exam.public), transcript(exam.hidden)
    verdict = exam.verdicts(public, hidden)[LATER]
    assert verdict.blocked_by or words == "raises"
    assert verdict.symptom.startswith(symptom)
    assert "def" not in str(verdict)
