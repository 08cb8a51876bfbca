"""The experiments that are too long for a build: their results fit the code."""

import json
from datetime import date
from random import Random

import numpy as np
import pytest

from benchmarks import experiments
from benchmarks.experiments import EXPERIMENTS, RESULTS, SEEDS

pytestmark = pytest.mark.slow

MEASURED = json.loads(RESULTS.read_text("utf-8"))


def test_every_experiment_was_made_with_all_seeds():
    assert list(MEASURED) == list(EXPERIMENTS)
    for name, found in MEASURED.items():
        assert len(found["exact"]) == len(found["loss"]) == SEEDS, name


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_results_are_of_this_code(name):
    now = experiments.first_loss(name)
    assert experiments.fits(MEASURED[name], now), "`make experiments` trains it anew"


def test_results_of_other_code_are_seen():
    found = MEASURED["all"]
    assert not experiments.fits(found, experiments.first_loss("no_positions"))


@pytest.mark.timeout(1200)
def test_one_of_them_trained_anew_says_the_same():
    """Another one every day; machines round differently, so not to the last digit."""
    draw = Random(date.today().toordinal())
    name, seed = draw.choice(list(EXPERIMENTS)), draw.randrange(SEEDS)
    translator, loss = experiments.learn(name, seed)
    found = MEASURED[name]
    assert np.isclose(loss, found["loss"][seed], rtol=0.3), (name, seed)
    now = experiments.exact(translator)
    assert abs(now - found["exact"][seed]) <= 5, (name, seed)
