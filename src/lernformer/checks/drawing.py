"""Numbers and masks for cases, drawn so that chance hides no mistake."""

import numpy as np


def random_mask(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """True = may attend; every row has a key that it may and one that it may not."""
    mask = rng.random(shape) < 0.5
    mask[..., 0] = rng.random(shape[:-1]) < 0.5
    mask[..., -1] = ~mask[..., 0]
    return mask


def spread_out(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Tokens around 0 whose deviation is 0.7 to 1.5, whatever chance would have.

    Else it would depend on the seed whether a case feels an eps.
    """
    x = rng.normal(0, 1, shape)
    if shape[-1] > 1:
        x = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
    return (
        rng.uniform(0.7, 1.5, (*shape[:-1], 1)) * x
        + rng.normal(0, 0.5, shape[:-1])[..., None]
    )
