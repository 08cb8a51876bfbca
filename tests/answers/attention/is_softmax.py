"""Answers to `is_softmax(candidate)`: True for a softmax, False for all others."""

import numpy as np
import torch

from lernformer.mistakes.attention.softmax import right

from .. import mutant, variant

TASK = "attention.is_softmax"

TABLE = np.array([[0.0, 1.0, 2.0, -3.0], [5.0, 1.0, -1.0, 0.0], [1.0, 1.0, 2.0, 4.0]])


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="large_scores_not_tried")
def nearly_all(candidate):
    """700 is large."""
    for scores, *axis in [(TABLE,), (100 * TABLE,), (TABLE, 0), (TABLE, 1)]:
        given = scores.copy()
        if not np.allclose(candidate(given, *axis), right(scores, *axis)):
            return False
        if not (given == scores).all():
            return False
    return True


@mutant(TASK, mistake="default_not_tried")
def axis_always_named(candidate):
    """The plain call is one of those with an axis."""
    for axis, size in [(-1, 1), (0, 1), (0, 800)]:
        given = size * TABLE
        weights = candidate(given, axis)
        if not np.allclose(weights, right(size * TABLE, axis)):
            return False
        if not np.array_equal(given, size * TABLE):
            return False
    return True


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def by_its_properties(candidate):
    """Sums to one, and grows by e for one more, along whatever axis."""
    for axis in (None, 0, 1):
        for scores in (TABLE, 900 + TABLE):
            given = scores.copy()
            weights = candidate(given) if axis is None else candidate(given, axis)
            along = -1 if axis is None else axis
            if not np.allclose(weights.sum(along), 1):
                return False
            if not np.allclose(
                np.diff(np.log(weights), axis=along), np.diff(scores, axis=along)
            ):
                return False
            if not np.array_equal(given, scores):
                return False
    return True


@variant(TASK)
def asserted(candidate):
    """As a test is usually written."""
    for axis in (0, 1, -1):
        for factor in (1, 500):
            given = factor * TABLE
            want = torch.from_numpy(given.copy()).softmax(axis).numpy()
            np.testing.assert_allclose(candidate(given, axis), want, atol=1e-9)
            np.testing.assert_array_equal(given, factor * TABLE)
    np.testing.assert_allclose(candidate(TABLE.copy()), right(TABLE))
    return True


@variant(TASK)
def in_one_expression(candidate):
    def same(scores, *axis):
        given = scores.copy()
        weights = candidate(given, *axis)
        return np.allclose(weights, right(scores, *axis)) and (given == scores).all()

    return all(same(TABLE * by, *axis) for by in (1, 800) for axis in [(), (0,), (-1,)])


@variant(TASK)
def random_scores(candidate):
    rng = np.random.default_rng(0)
    for scale in (1, 10, 2000):
        scores = rng.normal(0, scale, (2, 3, 4))
        for axis in (None, 0, 1, 2):
            given = scores.copy()
            weights = candidate(given) if axis is None else candidate(given, axis=axis)
            want = right(scores, -1 if axis is None else axis)
            if np.abs(weights - want).max() > 1e-6 or np.isnan(weights).any():
                return np.bool_(False)
            if np.any(given != scores):
                return False
    return torch.tensor(True)
