"""Draws the numbers and masks of cases, so that no mistake goes unnoticed by chance."""

import numpy as np


def random_mask(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Draw a mask (True = may attend) with both values in every row and column.

    If there is only one row, its columns can't have both. A mask with three rows or
    more is also never symmetric. So if an answer inverts or transposes the mask, its
    results change.
    """
    mask = rng.random(shape) < 0.5
    mask[..., 0] = rng.random(shape[:-1]) < 0.5
    mask[..., -1] = ~mask[..., 0]
    if shape[-2] > 1:
        mask[..., -1, :] = ~mask[..., 0, :]
    if shape[-2] > 2:
        mask[..., 1, 0] = ~mask[..., 0, 1]
        mask[..., 1, -1] = ~mask[..., 1, 0]
    return mask


def far_from_zero(
    q: np.ndarray, k: np.ndarray, hidden: np.ndarray, sign: np.ndarray | int = -1
) -> None:
    """Move scores to about ±3 million, with those of ``hidden`` keys 30 nearer to zero.

    With scores like these, a constant that is meant to be "below any score" has to be
    -1e9 or less. Nor can an answer get away with an eps: a softmax leaves so little for
    the keys that aren't hidden that no eps is small in comparison. All numbers are
    whole and d_k is 4, so nothing is rounded, not even in float32.
    """
    q[:], k[:] = np.sign(q) * (np.abs(q) > 0.5), np.sign(k) * (np.abs(k) > 0.5)
    q[..., 0] = 6 * np.asarray(sign)
    k[..., 0] = 1e6 - 10 * hidden


def spread_out(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Return tokens around 0, each with a standard deviation between 0.7 and 1.5.

    With other standard deviations, the seed would decide whether an eps matters.
    """
    x = rng.normal(0, 1, shape)
    if shape[-1] > 1:
        x = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
    return (
        rng.uniform(0.7, 1.5, (*shape[:-1], 1)) * x
        + rng.normal(0, 0.5, shape[:-1])[..., None]
    )
