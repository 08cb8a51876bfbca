"""Questions in the pages: the right answers are computed when the pages are built."""

import math
import re
import sys
from pathlib import Path

import pytest
from extent import some
from torch import nn

sys.path.insert(0, str(Path(__file__).parents[1] / "book"))

from _ext import arrange, practice, programs, slips, spot

from lernformer import CHAPTERS, checks
from lernformer.mistakes.mistake import Mistake
from sphinx_practice import compute, predict
from sphinx_practice import practice as asking
from sphinx_practice.arrange import whys

PAGES = ["why", *CHAPTERS]
DECKS = ("attention.softmax", "masking.padding_mask", "residual_norm.RMSNorm")

QUESTION = """
ask: What is 1 + 1?
given: |
  x = 1 + 1
choices:
  - {say: two, if: x == 2, because: it is}
  - {say: three, if: x == WRONG, because: it is not}
"""


def test_what_is_right_is_computed():
    question = asking.read(QUESTION.replace("WRONG", "3"), practice.CHECKS)
    assert [choice.right for choice in question.choices] == [True, False]


@pytest.mark.parametrize("wrong", ["2", "x"])
def test_a_question_with_two_right_choices_is_refused(wrong):
    with pytest.raises(ValueError, match=r"not \['two', 'three'\]: What is 1 \+ 1"):
        asking.read(QUESTION.replace("WRONG", wrong), practice.CHECKS)


@pytest.mark.parametrize("slug", PAGES)
def test_every_choice_says_why(slug):
    questions = practice.of_chapter(slug)
    assert len(questions) >= 2
    for question in questions:
        assert len(question.choices) >= 3, question.ask
        assert all(choice.because.endswith(".") for choice in question.choices)


def built(task_id, code):
    """The answer that these lines define."""
    names = programs.as_given(task_id)
    exec("\n".join(code), names)
    return names[task_id.split(".")[1]]


@pytest.mark.slow
@pytest.mark.parametrize("task_id", some(checks.tasks(), checks.tasks()[::3]))
def test_the_marked_cause_is_true_and_no_other_is(task_id):
    """For each item dealt, its line is the wrong one, and no other cause names it."""
    items = spot.items(task_id, with_code=True)
    assert len(items) >= spot.FEWEST
    for wrong, others in items:
        if wrong.odd is None:
            continue
        fixed = programs.filled(wrong.code, (wrong.odd,), [wrong.right])
        assert checks.run(task_id, programs.built(task_id, fixed), seed=3).passed
        words = re.compile(r"[A-Za-z_]{2,}")
        line, right = (
            set(words.findall(x)) for x in (wrong.code[wrong.odd], wrong.right)
        )
        for other in others:
            named = (line ^ right) & set(words.findall(other.mistake.cause))
            assert not named, (wrong.code[wrong.odd], other.mistake.cause)
        if wrong.planted:
            answer = programs.built(task_id, "\n".join(wrong.code))
            found = {checks.run(task_id, answer, seed=seed).mistake for seed in (3, 4)}
            assert found == {wrong.mistake.id}


# a task, a mistake of it, and a slip with the same symptom, which isn't its cause
SLIPS = """
masking.masked_attention mask_unsqueezed: k.transpose(-2, -1) → k.transpose(0, -1)
masking.masked_softmax row_hidden_for_one_key: (~mask, x) → (mask, x)
masking.step_by_step last_step_only: q[t:t + 1] → q[t:1]
translator.corpus_bleu brevity_of_the_difference: 1 - r / h → 2 - r / h
"""


@pytest.mark.parametrize("slip", SLIPS.strip().splitlines())
def test_a_symptom_is_no_cause(slip):
    names, _, change = slip.partition(": ")
    task_id, mistake = names.split()
    known = [one for one in checks.task(task_id).mistakes if one.id == mistake]
    code = programs.rights(task_id)[0]
    change = spot.changed(*change.split(" → "))
    assert known
    assert not any(
        spot.explains(task_id, one, change, "\n".join(code)) for one in known
    )


@pytest.mark.parametrize("task_id", DECKS)
def test_a_deck_holds_wrong_answers_that_the_check_names(task_id):
    dealt = spot.dealt(spot.search(task_id), with_code=True)
    assert len({wrong.mistake.id for wrong in dealt}) == spot.DECK
    assert any(wrong.planted for wrong in dealt)
    for wrong in dealt:
        answer = built(task_id, wrong.code) if wrong.planted else wrong.mistake.answer
        verdict = checks.run(task_id, answer, seed=0)
        assert (verdict.mistake, verdict.passed) == (wrong.mistake.id, False)
        assert wrong.belief or wrong.right


def test_with_its_one_wrong_line_put_right_an_answer_passes():
    task_id = "attention.softmax"
    (first, *_) = [wrong for wrong in spot.planted(task_id) if wrong.planted]
    code = programs.filled(first.code, (first.odd,), [first.right]).splitlines()
    assert checks.run(task_id, built(task_id, code), seed=0).passed


def test_the_odd_line_is_the_one_that_differs():
    ours = [("def f(x):", "    y = x + 1", "    return y")]
    found = spot.odd(("def g(x):", "    y = x - 1", "    return y"), ours)
    assert found == (1, "y = x + 1")
    none = None, ""
    assert spot.odd(("def g(x):", "    y = x - 1", "    return -y"), ours) == none
    assert spot.odd(("def g(x):", "    return x"), ours) == none


class Alone(nn.Module):
    def forward(self, x):
        return x


class Heir(Alone):
    def forward(self, x):
        return super().forward(x)


def test_code_that_needs_what_is_not_shown_is_not_shown():
    assert programs.lines("masking.Alone", Alone)[0] == "class Alone(nn.Module):"
    assert programs.lines("masking.Heir", Heir) == ()
    assert (
        programs.lines("masking.built", built) == ()
    )  # it calls something imported here


def helped(x):
    return doubled(x) + 1


def doubled(x):
    """Twice."""
    return 2 * x


def test_helpers_come_after_the_code_that_needs_them():
    code = "def task(x):", "    return doubled(x) + 1"
    lines = programs.lines("masking.task", helped)
    assert lines == (*code, "def doubled(x):", "    return 2 * x")


def test_what_goes_wrong_anywhere_is_what_the_check_says():
    task_id = "embedding.embed_by_lookup"
    fewer, silent = spot.anywhere(task_id)
    for wrong in fewer, silent:
        verdict = checks.run(task_id, built(task_id, wrong.code), seed=0)
        assert verdict.symptom.startswith(wrong.symptom)
        assert not verdict.passed
    assert (fewer.odd, silent.odd) == (0, len(silent.code) - 1)
    assert "yours is embed_by_lookup(ids)" in fewer.symptom
    assert "is the return statement missing?" in silent.symptom


def test_what_the_check_names_by_chance_is_not_dealt(monkeypatch):
    mistake = Mistake("named", "Its cause.")

    def always(*names):
        mistakes = dict(enumerate(names))
        judged = lambda task_id, text, seed: programs.Judged("", "", mistakes[seed])  # noqa: E731
        monkeypatch.setattr(programs, "judged", judged)
        return spot.always("attention.softmax", "", mistake)

    assert always("named", "named", "named")
    assert not always("named", "named", "another")


def test_without_its_code_an_answer_is_dealt_if_its_symptom_is_enough():
    def wrong(name, symptom, code=()):
        return spot.Wrong(Mistake(name, f"{name}."), symptom, code)

    blue = "output[0] is [0.1415, 0.2718], expected [0.5772, 0.6931]"
    given = "result is [0.1415], expected [0.5772] for x = [1, 2]"
    found = [wrong("a", blue), wrong("b", given), wrong("c", given)]
    found += [wrong("d", "the rows sum to 4"), wrong("e", blue, ("def f(x):",))]
    found += [wrong("f", "the translation of sentence 0 of 1 is [4, 2]")]

    def names(with_code):
        return [one.mistake.id for one in spot.dealt(found, with_code=with_code)]

    assert names(with_code=True) == ["e", "b", "d"]
    assert names(with_code=False) == ["b", "d"]


WORKED = """
ask: What comes out?
draw: scores = np.log(np.array([1, 1, 2]) * rng.integers(1, 9))
get: answer(scores)[DRAWN]
digits: 2
"""


def test_instances_hold_what_is_right_and_what_a_wrong_formula_gives():
    # the weights of ln 1, ln 1 and ln 2, whatever is added to all three
    text = WORKED.replace("[DRAWN]", "")
    item = compute.read("attention.softmax", text, practice.CHECKS)
    assert len(item.instances) >= compute.FEWEST
    for instance in item.instances:
        assert instance.right == (0.25, 0.25, 0.5)
        assert instance.right not in instance.wrong
        factors = [k for k in range(1, 9) if (k, k, 2 * k) in instance.wrong]
        (factor,) = factors  # exponentials that are not divided by their sum
        cause = instance.wrong[factor, factor, 2 * factor]
        assert "not divided by their sum" in cause
        assert f"{round(math.log(2 * factor), 3):g}" in instance.given[0]


def test_instances_in_which_no_mistake_shows_are_refused():
    text = WORKED.replace("[DRAWN]", ".ndim")
    with pytest.raises(ValueError, match="only 0 of 60 instances tell 2 wrong"):
        compute.read("attention.softmax", text, practice.CHECKS)


def test_slips_are_small_and_leave_the_names_that_are_written_to():
    assert set(slips.slips("  y[0] = a / b.sum(axis=-1, keepdims=True)")) == {
        "y[0] = a",
        "y[0] = b.sum(axis=-1, keepdims=True)",
        "y[0] = a * b.sum(axis=-1, keepdims=True)",
        "y[0] = b.sum(axis=-1, keepdims=True) / a",
        "y[0] = a / b",
        "y[0] = a / b.sum(keepdims=True)",
        "y[0] = a / b.sum(axis=-1)",
        "y[0] = a / b.sum(axis=0, keepdims=True)",
        "y[0] = a / b.sum(axis=1, keepdims=True)",
        "y[0] = a / b.sum(axis=-1, keepdims=False)",
    }
    assert {*slips.slips("n += x - y")} >= {"n += 1", "n += y - x"}


def test_what_a_loop_waits_for_stays_where_it_is():
    code = (
        "def f(x):",
        "    n = 0",
        "    while n < 9:",
        "        n += 1",
        "        x = x + n",
    )
    assert [*programs.movable(code)] == [4]


# one that needs a helper, one with a loop, two whose wrong lines are slips
MADE = ["attention.softmax", "residual_norm.standardize", "translator.corpus_bleu"]
MADE += ["translator.greedy_decode", "embedding.cosine_similarity"]
MADE += ["translator.learn_merges"]


@pytest.mark.parametrize("task_id", MADE)
def test_lines_put_together_have_the_verdict_of_the_check(task_id):
    made = arrange.make(task_id)
    assert made.verdicts[made.right] == programs.RIGHT
    assert 2 <= len(made.verdicts) <= arrange.PROGRAMS
    for way, message in made.verdicts.items():
        lines = [made.pool[i] for i in way]
        code = programs.filled(made.code, made.places, lines).splitlines()
        verdict = checks.run(task_id, built(task_id, code), seed=0)
        assert verdict.passed == (message == programs.RIGHT), lines
        assert message.startswith(verdict.symptom[:20])
    for reason in whys(made).split("<li>")[1:]:
        assert ": raises " not in reason or "Likely cause:" in reason


GUESSED = """
ask: How many of nine pairs pass?
task: masking.look_ahead_mask
get: answer(3).double().sum()
scale: [0, 9, 1]
because: Half of them, and the diagonal.
tempting: [{get: 9 / 3, because: One a row.}]
"""


def test_what_tempts_in_a_guess_comes_out_of_wrong_answers():
    guess = predict.read(GUESSED, practice.CHECKS)
    assert guess.number == 6
    assert guess.reasons[6] == "Half of them, and the diagonal."
    assert guess.reasons[3] == "One a row."
    assert "is True everywhere" in guess.reasons[9]
    assert guess.near == 9 / predict.NEAR
    assert guess._replace(reasons={6: "", 6.4: ""}).near == pytest.approx(0.2)


def test_a_number_beside_its_scale_is_refused():
    text = GUESSED.replace("[0, 9, 1]", "[0, 5, 1]")
    with pytest.raises(ValueError, match=r"6 is not on the scale: How many"):
        predict.read(text, practice.CHECKS)
