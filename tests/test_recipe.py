"""Learning-rate schedules, and recipes that are refused."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lernformer.translator import recipe
from lernformer.translator.recipe import RECIPES, Recipe, noam_learning_rate

RECIPE = Recipe(steps=12, batch_tokens=40, peak=0.01, warmup_steps=4)


def test_noam_equals_the_formula():
    d_model, warmup = 512, 4000
    rates = [noam_learning_rate(step, d_model, warmup) for step in range(1, 9000)]
    assert max(rates) == rates[warmup - 1] == pytest.approx((512 * 4000) ** -0.5)
    assert rates[0] == pytest.approx(rates[warmup - 1] / warmup)
    assert rates[2 * warmup - 1] == pytest.approx(rates[warmup - 1] / math.sqrt(2))


@pytest.mark.parametrize(("step", "warmup"), [(0, 10), (-1, 10), (1, 0)])
def test_steps_count_from_1(step, warmup):
    with pytest.raises(ValueError, match=f"from 1, got step {step} and .* {warmup}"):
        noam_learning_rate(step, 8, warmup)


@given(st.integers(1, 2000), st.integers(1, 500), st.sampled_from(recipe.SCHEDULES))
def test_schedules_rise_to_their_peak_and_fall(steps, warmup, schedule):
    made = Recipe(steps, 1, schedule, peak=0.5, warmup_steps=warmup)
    rates = [made.learning_rate(step, 64) for step in range(1, steps + 1)]
    assert all(0 < rate <= 0.5 + 1e-12 for rate in rates)
    assert rates[:warmup] == sorted(rates[:warmup])
    assert rates[warmup - 1 :] == sorted(rates[warmup - 1 :], reverse=True)
    if steps >= warmup:
        assert max(rates) == pytest.approx(0.5)
    if schedule != "noam" and steps > 2 * warmup + 60:
        assert rates[-1] < 0.02


@pytest.mark.parametrize(
    ("step", "cosine", "linear"), [(7, 0.75, 2 / 3), (10, 0.25, 1 / 3)]
)
def test_the_rate_falls_in_a_curve_or_in_a_line(step, cosine, linear):
    for schedule, share in (("cosine", cosine), ("linear", linear)):
        rate = replace(RECIPE, schedule=schedule).learning_rate(step, 64)
        assert rate == pytest.approx(share * RECIPE.peak)


def test_without_a_peak_the_paper_decides():
    paper = RECIPES["base"]
    assert paper.learning_rate(77, 512) == noam_learning_rate(77, 512, 4000)
    cosine = replace(paper, schedule="cosine")
    assert cosine.learning_rate(4000, 512) == noam_learning_rate(4000, 512, 4000)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": 0}, "steps must be at least 1, got 0"),
        ({"batch_tokens": 0}, "batch_tokens must be at least 1, got 0"),
        ({"warmup_steps": 0}, "warmup_steps must be at least 1, got 0"),
        ({"schedule": "step"}, "must be one of noam, cosine, linear, got step"),
        ({"steps": 10**400}, r"steps must be at most 2\^53, got 1"),
        ({"smoothing": -0.1}, r"smoothing must lie in \[0, 1\], got -0.1"),
        ({"smoothing": 1.1}, r"smoothing must lie in \[0, 1\], got 1.1"),
        ({"candidates": -1}, "candidates must be at least 0, got -1"),
        ({"mixed": -1}, "mixed must be at least 0, got -1"),
        ({"eps": 0.0}, "eps must be above 0 and finite, got 0.0"),
        ({"candidates": 5}, "one of them must be 0, got 0.1 and 5"),
        ({"peak": 0.0}, "peak must be above 0 and finite, got 0.0"),
        ({"peak": math.nan}, "peak must be above 0 and finite, got nan"),
        ({"max_norm": -1.0}, "max_norm must be above 0 and finite, got -1.0"),
        ({"weight_decay": math.inf}, "weight_decay must be at least 0 .*, got inf"),
        ({"joined": -0.1}, "joined must be at least 0 and finite, got -0.1"),
        ({"seed": 2**63}, r"in -2\^63 … 2\^63 - 1, got 9223372036854775808"),
    ],
)
def test_recipes_out_of_range_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        replace(RECIPE, **change)
