"""Answers to `is_cosine_similarity(candidate)`: True for one, False for all others."""

import numpy as np
import torch

from lernformer.mistakes.embedding.cosine_similarity import right

from .. import mutant, variant

TASK = "embedding.is_cosine_similarity"

A = np.array([[0.0, 2.0, 1.0, -1.0], [0.0, 0.0, 0.0, 0.0], [5.0, 1.0, -2.0, 3.0]])
B = np.array([[1.0, -2.0, 0.0, 3.0], [1.0, 1.0, 0.0, 2.0], [3.0, 2.0, 1.0, 1.0]])


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="zero_not_tried")
def random_vectors(candidate):
    """Random vectors try everything."""
    rng = np.random.default_rng(1)
    for _ in range(3):
        a, b = rng.normal(0, 2, (2, 4, 3))
        given = a.copy(), b.copy()
        got = candidate(*given)
        if got.shape != (4,) or not np.allclose(got, right(a, b)):
            return False
        if not (given[0] == a).all():
            return False
    return True


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def asserted(candidate):
    """As a test is usually written."""
    for a, b in [(A, B), (A[0], B[0]), (A, B[2]), (A[1], B[1])]:
        given = a.copy(), b.copy()
        got = candidate(*given)
        want = right(a, b)
        assert np.shape(got) == np.shape(want)
        np.testing.assert_allclose(got, want, atol=1e-9)
        np.testing.assert_array_equal(given[0], a)
        np.testing.assert_array_equal(given[1], b)
    return True


@variant(TASK)
def by_torch(candidate):
    a, b = A.copy(), B.copy()
    got = candidate(a, b)
    want = torch.cosine_similarity(torch.from_numpy(A), torch.from_numpy(B), dim=-1)
    if got.shape != (3,) or not np.allclose(got, want.numpy()):
        return np.bool_(False)
    if not np.allclose(candidate(a, B[0]), right(A, B[0])):
        return False
    return np.array_equal(a, A) and np.array_equal(b, B)


@variant(TASK)
def by_hand(candidate):
    a = np.array([[3.0, 4.0], [0.0, 0.0], [1.0, 0.0], [3.0, 1.0]])
    b = np.array([[4.0, 3.0], [1.0, 2.0], [-2.0, 0.0], [1.0, 2.0]])
    given = a.copy(), b.copy()
    got = candidate(*given)
    want = [24 / 25, 0, -1, 5 / (10**0.5 * 5**0.5)]
    if (
        got.shape != (4,)
        or max(abs(x - y) for x, y in zip(got, want, strict=True)) > 1e-6
    ):
        return False
    if np.isnan(got).any() or abs(candidate(a.copy(), b[0])[3] - 3 / 10**0.5) > 1e-6:
        return False
    return bool((given[0] == a).all() and (given[1] == b).all())


@variant(TASK)
def row_by_row(candidate):
    a, b = A.copy(), B.copy()
    got = candidate(a, b)
    for i in range(3):
        length = np.linalg.norm(A[i]) * np.linalg.norm(B[i])
        want = A[i] @ B[i] / length if length else 0
        if np.ndim(got[i]) or not abs(got[i] - want) < 1e-6:
            return False
    if abs(candidate(a, B[0])[0] - got[0]) > 1e-6:
        return False
    return len(got) == 3 and (a == A).all() and (b == B).all()
