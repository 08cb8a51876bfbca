"""The checks, judged by wrong answers that must fail and right ones that must pass."""

import functools
import re

import numpy as np
import pytest
import torch
from extent import SEEDS

from lernformer.checks import run, task, tasks
from lernformer.checks.judging import judge
from lernformer.grading.judge.round import Round
from lernformer.mistakes.mistake import parted, sentence
from lernformer.probes.aspects import CATCHES, LARGE, PURE
from lernformer.probes.probing import observe
from tests.answers import degenerate, mutants, reference, variants
from tests.answers.table import TARGET as TABLE

CHAPTERS = sorted({name.split(".")[0] for name in tasks()})
# A failing test names its seeds; `SEEDS=200 pytest` tries more of them.
DRAWN_SEEDS = range(SEEDS)
one_worker = pytest.mark.xdist_group


def of(answers):
    """Parametrize over answers, each under its own name.

    Answers to one task go to one worker, where they share ``round_of``; the expensive
    tasks come first, modules before functions, so that no worker is left alone with one
    of them at the end.
    """

    def expensive_first(answer):
        return isinstance(reference(answer.task), type), task(answer.task).points

    every = [answer for slug in CHAPTERS for answer in answers(slug)]
    cases = [
        pytest.param(one, id=f"{one.task}-{one.name}", marks=one_worker(one.task))
        for one in sorted(every, key=expensive_first, reverse=True)
    ]
    return pytest.mark.parametrize("case", cases)


# The verdicts ------------------------------------------------------------------------


@pytest.mark.parametrize("task_id", tasks())
def test_the_reference_scores_full(task_id):
    verdict = run(task_id, reference(task_id), reference=True)
    assert verdict.passed, verdict.message
    assert verdict.score == 1


@functools.lru_cache(maxsize=2 * len(DRAWN_SEEDS))
def round_of(task_id, seed):
    """A seed's cases, and what is computed from them, shared by all answers."""
    return Round(task(task_id), seed)


def verdict_of(case, seed, first=None):
    """What ``run`` says, or would say of the ``first`` cases alone."""
    return observed(case, seed, first)[0]


def observed(case, seed, first=None):
    """The same, and each case with what came back for it."""
    drawn = round_of(case.task, seed)
    cases = drawn.cases[:first]
    # What torch.manual_seed does for the CPU; it also records who called it.
    torch.default_generator.manual_seed(seed)
    seen, printed = observe(drawn.task.probe, case.answer, cases)
    verdict = judge(drawn.remembering, cases, seen, seed, printed)
    return verdict, [*zip(cases, seen, strict=True)]


def passes(case, seed):
    """True if `run` would let an answer pass; after a failure nothing more is drawn."""
    number = len(round_of(case.task, seed).cases)
    sizes = (min(2**i, number) for i in range(1, number.bit_length() + 1))
    return all(verdict_of(case, seed, first).passed for first in sizes)


@of(mutants)
def test_a_mutant_fails_and_its_mistake_is_named(case):
    verdict, pairs = observed(case, seed=0)
    assert not verdict.passed, f"{case.name} passes, so {case.mistake} needs a case"
    assert verdict.score < 1
    assert verdict.mistake == case.mistake, verdict.message
    assert max(map(len, str(verdict).splitlines())) <= 80  # columns of a terminal
    if verdict.cause:
        assert parted(verdict.cause)[0] in verdict.message
        slug = case.task.partition(".")[0]
        assert f"#{slug}-{case.mistake}".replace("_", "-") in verdict.message
    # no aspect is crossed out because of a mistake that another aspect is about
    crossed = {aspect for aspect, ok in verdict.aspects.items() if ok is False}
    assert crossed == {verdict.aspect, *verdict.others}
    assert all(f"{aspect}: " in verdict.message for aspect in crossed)
    for aspect in verdict.others:
        tried = [pair for pair in pairs if pair[0].aspect == aspect]
        assert any(evidence(aspect, *pair) for pair in tried)


def evidence(aspect, case, seen):
    """True if one of an aspect's cases shows what the aspect is about."""
    if aspect.startswith(CATCHES):
        return True  # accepting that candidate is the evidence
    if aspect == PURE:
        return seen.facts.get("modified")
    if aspect == LARGE:
        return not all(np.isfinite(x).all() for x in seen.values.values())
    dtypes = [x for name, x in seen.facts.items() if name.endswith("dtype")]
    return any(case.dtype not in x for x in dtypes)


@of(variants)
def test_a_right_variant_passes(case):
    verdict = verdict_of(case, seed=0)
    assert verdict.passed, str(verdict)


def first_variants(slug):
    """A right answer to each task of a chapter."""
    return {one.task: one for one in reversed(variants(slug))}.values()


@pytest.mark.slow
@of(variants if SEEDS >= 50 else first_variants)
def test_no_seed_rejects_a_right_variant(case):
    assert not [seed for seed in DRAWN_SEEDS[1:] if not verdict_of(case, seed).passed]


@pytest.mark.slow
@of(mutants if SEEDS >= 50 else lambda slug: [])  # seed 0 is tested above
def test_no_seed_lets_a_mutant_pass(case):
    seeds = range(1, 1 + SEEDS // 50)
    assert not [seed for seed in seeds if passes(case, seed)]


@pytest.mark.slow
@pytest.mark.parametrize("task_id", tasks())
def test_cases_can_be_drawn_from_any_seed(task_id):
    """Beyond the seeds of the tests above: a class's secret leads to its own seeds."""
    for seed in range(1000, 1000 + 2 * SEEDS):
        assert task(task_id).cases(np.random.default_rng(seed)), seed


@pytest.mark.parametrize(
    "task_id", [pytest.param(name, marks=one_worker(name)) for name in tasks()]
)
def test_degenerate_answers_score_0_and_get_a_message(task_id):
    for case in degenerate(task_id):
        verdict = verdict_of(case, seed=0)
        assert verdict.score == 0, (case.name, verdict.message)
        assert len(verdict.symptom) > 10, case.name


@pytest.mark.parametrize("slug", CHAPTERS)
def test_every_mistake_of_a_chapter_is_made_by_some_mutant(slug):
    known = {m.id for t in tasks() if t.startswith(slug) for m in task(t).mistakes}
    assert known <= {case.mistake for case in mutants(slug)}


@pytest.mark.parametrize("task_id", tasks())
def test_the_catalogue_is_handed_in_to_itself(task_id):
    """Each of its answers is one of the mutants; the rest of it are signs."""
    handed_in = {(a.mistake, a.answer) for a in mutants(task_id.split(".")[0])}
    assert any(known.answer for known in task(task_id).mistakes)
    for known in task(task_id).mistakes:
        assert known.seen in ("issue", "course", "literature", "made up"), known.id
        assert known.cause == sentence(known.cause), "begins with a capital"
        if known.answer is None:
            assert known.shows is not None, known.id
        else:
            assert known.shows is None, known.id
            assert known.answer.__doc__, f"{known.id} states no misconception"
            assert (known.id, known.answer) in handed_in


def test_the_books_table_is_of_these_answers():
    rows = re.findall(r"\| `([\w.]+)` \| (.*) \|", TABLE.read_text("utf-8"))
    assert [task_id for task_id, _ in rows] == tasks()
    for task_id, counts in rows:
        slug = task_id.split(".")[0]
        wrong, right = (
            sum(case.task == task_id for case in answers(slug))
            for answers in (mutants, variants)
        )
        row = rf"{wrong} \| {wrong} \| {wrong} \| {right} \| \d+ \| 0 \| yes"
        assert re.fullmatch(row, counts), task_id


@pytest.mark.parametrize("task_id", tasks())
def test_a_task_is_complete(task_id):
    chosen = round_of(task_id, 0)
    known = chosen.task
    assert len(known.hints) == len(set(known.hints)) == 3
    assert known.points >= 0
    assert known.difficulty in (1, 2, 3)
    assert known.minutes > 0
    required = [case.aspect for case in chosen.cases if not case.optional]
    assert {*required} == {case.aspect for case in chosen.cases} == {*known.aspects}
    assert required[0] == next(iter(known.aspects))


@pytest.mark.parametrize("task_id", tasks())
def test_a_seed_repeats_the_cases(task_id):
    draws = [task(task_id).cases(np.random.default_rng(7)) for _ in range(2)]
    for one, two in zip(*draws, strict=True):
        np.testing.assert_equal(one.inputs, two.inputs)
