"""Answers to `is_softmax(candidate)`: True for a softmax, False for all others."""

import numpy as np
import torch

from lernformer.mistakes.attention.softmax import right

from .. import mutant, variant

TASK = "attention.is_softmax"

TABLE = np.array([[0.0, 1.0, 2.0, -3.0], [5.0, 1.0, -1.0, 0.0], [1.0, 1.0, 2.0, 4.0]])


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="accepts_everything")
def runs_it(candidate):
    """What raises no error is right."""
    candidate(TABLE.copy())
    return True


@mutant(TASK, mistake="accepts_everything")
def shape_alone(candidate):
    """The shape is what matters."""
    return candidate(TABLE.copy()).shape == TABLE.shape


@mutant(TASK, mistake="rejects_everything")
def identity_asked(candidate):
    """There is one softmax, and it is mine."""
    return candidate is right


@mutant(TASK, mistake="rejects_everything")
def lists_expected(candidate):
    """An array is never equal to a tuple."""
    return isinstance(candidate(TABLE.copy()), tuple)


@mutant(TASK, mistake="weights_not_compared")
def positive_and_one(candidate):
    """Weights are positive and sum to one."""
    weights = candidate(np.array([[1.0, 2.0], [3.0, 5.0]]))
    return bool((weights > 0).all() and np.allclose(weights.sum(-1), 1))


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


@mutant(TASK, mistake="weights_not_compared")
def sums_to_one(candidate):
    """Weights that sum to one are a softmax's."""
    return bool(np.allclose(candidate(TABLE.copy()).sum(axis=-1), 1))


@mutant(TASK, mistake="compared_loosely")
def to_three_decimals(candidate):
    """Nobody needs more decimals."""
    return bool(np.allclose(candidate(TABLE.copy()), right(TABLE), atol=1e-3))


@mutant(TASK, mistake="one_vector_only")
def one_row(candidate):
    """What works for a vector works for all."""
    scores = np.array([1.0, -2.0, 4.0])
    return bool(np.allclose(candidate(scores.copy()), right(scores)))


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


@mutant(TASK, mistake="axis_not_tried")
def default_axis(candidate):
    """The default is what counts."""
    scores = np.concatenate([TABLE, 800 * TABLE])
    return bool(np.allclose(candidate(scores), right(scores)))


@mutant(TASK, mistake="inputs_not_compared")
def copies_forgotten(candidate):
    """What is written over is compared with itself."""
    for scores, axis in [(TABLE, -1), (TABLE, 0), (TABLE * 800, -1)]:
        given = scores.copy()
        if not np.allclose(candidate(given, axis), right(scores, axis)):
            return False
    return bool(np.allclose(candidate(TABLE.copy()), right(TABLE)))


@mutant(TASK, mistake="too_strict")
def equal_to_the_last_bit(candidate):
    """Right numbers are equal numbers."""
    return np.array_equal(candidate(TABLE.copy()), right(TABLE))


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
