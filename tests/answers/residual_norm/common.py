"""What several tasks' answers in this chapter share."""

import functools

import numpy as np


def taking_tuples(along):
    """Let a function along one axis take several, by making one axis of them."""

    @functools.wraps(along)
    def taking(x, axis):
        axes = axis if isinstance(axis, tuple) else (axis,)
        front = range(len(axes))
        moved = np.moveaxis(x, axes, front)
        flat = moved.reshape(-1, *moved.shape[len(axes) :])
        return np.moveaxis(along(flat, 0).reshape(moved.shape), front, axes)

    return taking
