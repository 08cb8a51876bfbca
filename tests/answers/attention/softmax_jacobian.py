"""Answers to `softmax_jacobian(p)`: J[i, j] = p_i (δ_ij - p_j), p (..., n)."""

import numpy as np

from .. import mutant, variant

TASK = "attention.softmax_jacobian"


@variant(TASK)
def factored(p):
    """p_i (δ_ij - p_j), as in the text."""
    return p[..., :, None] * (np.eye(p.shape[-1]) - p[..., None, :])


@variant(TASK)
def with_einsum(p):
    """The outer product by einsum."""
    identity = np.eye(p.shape[-1])
    products = np.einsum("...i,...j->...ij", p, p)
    return np.einsum("...i,ij->...ij", p, identity) - products


@variant(TASK)
def with_matmul(p):
    """Column times row, by @."""
    return p[..., None] * np.eye(p.shape[-1]) - p[..., :, None] @ p[..., None, :]


@variant(TASK)
def loop_over_all_indices(p):
    """The definition, number by number."""
    n = p.shape[-1]
    jacobian = np.zeros((*p.shape, n))
    for index in np.ndindex(p.shape[:-1]):
        for i in range(n):
            for j in range(n):
                delta = 1.0 if i == j else 0.0
                jacobian[(*index, i, j)] = p[(*index, i)] * (delta - p[(*index, j)])
    return jacobian


@variant(TASK)
def flatten_the_batch(p):
    """diag and outer a row, reshaped at the end."""
    n = p.shape[-1]
    rows = p.reshape(-1, n)
    return np.array([np.diag(r) - np.outer(r, r) for r in rows]).reshape(*p.shape, n)


@variant(TASK)
def vectorised_signature(p):
    """np.vectorize carries the leading axes."""
    of_one = np.vectorize(lambda r: np.diag(r) - np.outer(r, r), signature="(n)->(n,n)")
    return of_one(p)


@variant(TASK)
def diagonal_by_index(p):
    """-p pᵀ, then p added on the diagonal."""
    jacobian = -np.matmul(p[..., :, None], p[..., None, :])
    i = np.arange(p.shape[-1])
    jacobian[..., i, i] += p
    return jacobian


@variant(TASK)
def diagonal_by_choice(p):
    """np.where between the two formulas."""
    i, j = p[..., :, None], p[..., None, :]
    return np.where(np.eye(p.shape[-1], dtype=bool), i * (1 - j), -i * j)


@variant(TASK)
def complex_step(p):
    """Differentiates the softmax itself: a step along the imaginary axis."""
    step = 1e-20
    turn = np.exp(1j * step * np.eye(p.shape[-1]))
    moved = p[..., :, None] * turn  # (..., i, j): score j moved
    return (moved / moved.sum(axis=-2, keepdims=True)).imag / step
