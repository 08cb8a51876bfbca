"""Tests that students write: how they are handed functions, and what verdicts say."""

import importlib
import re

import numpy as np
import pytest

from lernformer.checks import run, task, tasks
from lernformer.checks.testing import code_of, disguised, plain
from lernformer.mistakes.attention.is_softmax import WRONG
from lernformer.mistakes.testing import missed
from lernformer.probes import probe
from lernformer.probes.aspects import DISTINGUISHES
from lernformer.probes.testing import probe_test

SOFTMAX = "attention.is_softmax"
GRADERS = [name for name in tasks() if probe(name).ask is probe_test]
LIMIT = 2.0


def with_a_constant(x):
    return x * LIMIT


def cases(task_id, seed=0):
    return task(task_id).cases(np.random.default_rng(seed))


def bank_of(task_id):
    return importlib.import_module(f"lernformer.checks.{task_id}").BANK


def rights(task_id, case):
    """For each function of a case, whether it is right."""
    right = {plain(code) for code in bank_of(task_id).right}
    return [plain(code) in right for code in case.inputs["candidates"]]


@pytest.mark.parametrize("task_id", GRADERS)
def test_the_code_that_is_handed_over_does_not_show_what_is_wrong_with_it(task_id):
    for case in cases(task_id):
        for code in case.inputs["candidates"]:
            assert not re.search(r"#|\"\"\"|'''|right|wrong|mistake", code), code
            first, *parts = re.findall(r"^def (\w+)", code, re.M)
            assert first == "candidate"
            assert all(re.fullmatch(r"x\d+", part) for part in parts)


def inside(code):
    """The first function that some code defines."""
    constants = compile(code, "x", "exec").co_consts
    return next(x for x in constants if hasattr(x, "co_name"))


@pytest.mark.parametrize("task_id", GRADERS)
def test_a_disguise_changes_names_and_constants_and_nothing_else(task_id):
    bank = bank_of(task_id)
    codes = [*bank.right, *bank.wrong]
    assert len({plain(code) for code in codes}) == len(codes)
    rng = np.random.default_rng(0)
    for code in codes:
        one, other = disguised(code, rng), disguised(code, rng)
        assert one != other
        assert plain(one) == plain(other) == plain(code)
        one, other = inside(one), inside(other)
        assert one.co_consts != other.co_consts
        assert set(one.co_varnames) != set(other.co_varnames)


@pytest.mark.parametrize("task_id", GRADERS)
def test_who_goes_by_the_place_is_wrong(task_id):
    """Each case reads the same from both ends, and no pattern fits all of them."""
    for case in cases(task_id):
        expected = rights(task_id, case)
        assert expected == expected[::-1]
        assert not np.array_equal(expected, np.arange(len(expected)) % 2)
    first = {tuple(rights(task_id, cases(task_id, seed)[0])) for seed in range(40)}
    assert len(first) > 4


@pytest.mark.parametrize("task_id", GRADERS)
def test_no_order_and_no_number_of_calls_shows_what_is_right(task_id):
    """An answer learned by heart, the same for each seed, does not pass."""
    drawn = [
        [tuple(rights(task_id, case)) for case in cases(task_id, seed)]
        for seed in range(40)
    ]
    assert all(0 < sum(one) < len(one) for seed in drawn for one in seed)
    for number in range(1, len(drawn[0])):  # the first is always the plainest
        assert len({seed[number] for seed in drawn}) > 1


def sums_to_one(candidate):
    return bool(np.allclose(candidate(np.array([1.0, 2.0])).sum(), 1))


def voter():
    """Rejects what ``sums_to_one`` rejects, and what isn't the majority's result."""
    seen = []

    def is_softmax(candidate):
        if not sums_to_one(candidate):
            return False
        scores = np.array([[1.0, 1200.0, 2.0], [-1200.0, 3.0, 5.0]])
        kept = scores.copy()
        result = np.round(candidate(kept, axis=0), 6)
        seen.append((result.tobytes(), (kept == scores).all()))
        return seen.count(seen[-1]) == max(map(seen.count, seen))

    return is_softmax


def test_who_goes_by_the_majority_earns_no_more_than_by_what_it_asks():
    by_votes = [run(SOFTMAX, voter(), seed=seed).score for seed in range(20)]
    score = run(SOFTMAX, sums_to_one).score
    assert 0 < score < 0.5
    assert sum(by_votes) / len(by_votes) < score + 0.05


@pytest.mark.parametrize("task_id", GRADERS)
def test_verdicts_on_decoys_do_not_count(task_id):
    for case in cases(task_id):
        every = {"results": np.arange(len(case.inputs["candidates"]))}
        counted = {*task(task_id).counted(case, every)["results"].tolist()}
        right = rights(task_id, case)
        assert {i for i, is_right in enumerate(right) if is_right} < counted
        others = [i for i in counted if not right[i]]
        assert len({plain(case.inputs["candidates"][i]) for i in others}) == 1


def test_what_is_no_function_alone_is_refused():
    with pytest.raises(ValueError, match="needs LIMIT, which isn't a function"):
        code_of(with_a_constant)
    with pytest.raises(KeyError, match="powers of 3"):
        missed(WRONG, "some_id", "some cause.", "powers of 3")


def test_an_error_says_false_unless_it_comes_whatever_is_judged():
    def needs_sums(candidate):
        weights = candidate(np.array([1.0, 2.0]))
        return {True: True}[bool(abs(weights.sum() - 1) < 1e-9)]

    verdict = run(SOFTMAX, needs_sums)
    assert verdict.aspects[DISTINGUISHES]
    assert 0 < verdict.score < 1

    def slip(candidate):
        return candidate(undefined)  # noqa: F821

    verdict = run(SOFTMAX, slip)
    assert verdict.score == 0
    assert "NameError: name 'undefined' is not defined" in verdict.message


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            lambda candidate: candidate([[1.0, 2.0]]).shape == (1, 2),
            "it rejects a correct function: the book's own.*"
            "AttributeError: 'list' object has no attribute 'max'",
        ),
        (lambda candidate: None, "should return True or False, got None"),
        (
            lambda candidate: candidate(np.ones(3)) > 0,
            "should return True or False, got ndarray",
        ),
    ],
)
def test_what_judges_a_right_function_wrong_gets_a_message(answer, message):
    verdict = run(SOFTMAX, answer)
    assert verdict.score == 0
    assert re.search(message, " ".join(verdict.message.split()))


def test_each_survivor_is_named():
    def first_example(candidate):
        scores = np.array([[1.0, -2.0, 4.0], [0.0, 1.0, 2.0]])
        expected = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
        return bool(np.allclose(candidate(scores.copy()), expected))

    verdict = run(SOFTMAX, first_example)
    missed = [aspect for aspect, right in verdict.aspects.items() if not right]
    assert missed == [
        "catches: an axis that has no effect",
        "catches: large scores that overflow",
        "catches: scores that are written over",
    ]
    for aspect in missed:
        assert f"{aspect}: your test returns True" in verdict.message
    assert verdict.mistake == "axis_not_tried"
