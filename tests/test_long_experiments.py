"""The experiments that are too long for a build: their results fit the code."""

import json

import numpy as np
import pytest
from extent import only_in_all, some

from benchmarks import experiments
from benchmarks.experiments import EXPERIMENTS, RESULTS, SEEDS

pytestmark = pytest.mark.slow

MEASURED = json.loads(RESULTS.read_text("utf-8"))


def test_every_experiment_was_made_with_all_seeds():
    assert list(MEASURED) == list(EXPERIMENTS)
    for name, found in MEASURED.items():
        assert len(found["exact"]) == len(found["loss"]) == SEEDS, name
        if EXPERIMENTS[name].curve or EXPERIMENTS[name].deep:
            assert np.shape(found["curve"]) == (SEEDS, experiments.POINTS), name
        if EXPERIMENTS[name].deep:
            assert len(found["positions"]) == SEEDS, name


# one of each kind: nothing changed, the model, its settings, the recipe, six layers
KINDS = ["all", "unscaled", "no_positions", "cold", "deep_post", "deep_no_residuals"]


@pytest.mark.parametrize("name", some([*EXPERIMENTS], KINDS))
def test_results_are_of_this_code(name):
    now = experiments.first_loss(name)
    assert experiments.fits(MEASURED[name], now), "`make experiments` trains it again"


def test_results_of_other_code_are_seen():
    found = MEASURED["all"]
    assert not experiments.fits(found, experiments.first_loss("no_positions"))


@only_in_all
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_each_of_them_trained_anew_says_the_same(name):
    """Machines round differently, so results don't agree to the last digit.

    With different rounding, a run may end up as far off as with a different seed.
    """
    seed, found = 0, MEASURED[name]
    now = experiments.measured(name, *experiments.learn(name, seed))
    for key, least in (("loss", 0.3 * found["loss"][seed]), ("exact", 5)):
        near = max(least, 3 * np.ptp(found[key]))
        assert now[key] == pytest.approx(found[key][seed], abs=near), (name, seed, key)
