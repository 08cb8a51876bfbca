"""The book's small trainings: what is reproducible, and what a change affects."""

import numpy as np
import pytest
import torch

from lernformer import experiments

SHORT = {"recipe": {"steps": 40}, "d_model": 16, "n_heads": 2, "d_ff": 8}


def test_a_seed_gives_the_same_curve_and_another_seed_another():
    first, again = (experiments.learn(seed=1, **SHORT).losses for _ in range(2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, experiments.learn(seed=2, **SHORT).losses)
    assert first.shape == (40 / experiments.EVERY,)


def test_loss_falls_from_that_of_a_guess():
    learned = experiments.learn(**SHORT)
    guess = np.log(len(learned.translator.target))
    assert learned.losses[-1] < 0.9 * guess


def test_config_and_change_reach_the_model():
    seen = []
    learned = experiments.learn(
        change=lambda model: seen.append(model), positions="rotary", **SHORT
    )
    assert seen == [learned.translator.model]
    assert learned.translator.model.config.positions == "rotary"


def test_a_probe_finds_the_positions_that_are_there_and_guesses_others():
    torch.manual_seed(0)
    noise = torch.randn(200, 8, 16)
    share = experiments.decodable(noise + 10 * torch.eye(8, 16))
    assert share == 1
    assert experiments.decodable(noise) == pytest.approx(1 / 8, abs=0.06)


def test_without_positions_none_can_be_decoded():
    translator = experiments.learn(positions="none", **SHORT).translator
    share = experiments.probe_positions(translator, n=100, length=6)
    assert share == pytest.approx(1 / 6, abs=0.08)
    translator = experiments.learn(**SHORT).translator
    assert experiments.probe_positions(translator, n=100, length=6) > 0.3
