"""Typical wrong answers to ``embedding.cosine_similarity``."""

import numpy as np

from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation


def lengths(a, b):
    return np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)


def divide(dots, norms):
    return np.where(norms == 0, 0.0, dots / np.where(norms == 0, 1, norms))


def right(a, b):
    return divide((a * b).sum(-1), lengths(a, b))


def _off_where_zero(case: Case, seen: Observation) -> bool:
    """Whether the result is right wherever the right one is not 0."""
    got, want = seen.values.get("result", np.zeros(0)), right(**case.inputs)
    return got.shape == want.shape and np.allclose(got[want != 0], want[want != 0])


def _slightly_less(case: Case, seen: Observation) -> bool:
    got, want = seen.values.get("result", np.zeros(0)), right(**case.inputs)
    if got.shape != want.shape or not want.all():
        return False
    return bool(((got / want > 0.9) & (got / want < 1)).all())


def hundredth(a, b):
    """Adding a hundredth to each length does no harm."""
    norms = (np.linalg.norm(a, axis=-1) + 0.01) * (np.linalg.norm(b, axis=-1) + 0.01)
    return (a * b).sum(-1) / norms


def matrix_of_pairs(a, b):
    """a @ b.T compares the vectors pair by pair."""
    norms = np.linalg.norm(a, axis=-1)[..., None] * np.linalg.norm(b, axis=-1)
    return divide(a @ b.T, norms)


MISTAKES = mistakes(globals())
