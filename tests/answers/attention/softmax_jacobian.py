"""Answers to `softmax_jacobian(p)`: J[i, j] = p_i (δ_ij - p_j), p (..., n)."""

import numpy as np

from .. import mutant, variant

TASK = "attention.softmax_jacobian"


def diagonal(p):
    """diag(p) for each of the leading axes, (..., n, n)."""
    return p[..., :, None] * np.eye(p.shape[-1])


def outer(p):
    """p pᵀ for each of the leading axes, (..., n, n)."""
    return p[..., :, None] * p[..., None, :]


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="sign_flipped")
def minus_swapped(p):
    """The order of a difference does not matter."""
    return outer(p) - diagonal(p)


@mutant(TASK, mistake="plus_for_minus")
def plus(p):
    """Both terms of the product rule add."""
    return diagonal(p) + outer(p)


@mutant(TASK, mistake="only_diagonal")
def each_for_itself(p):
    """A probability depends on its own score only, as with the sigmoid."""
    return diagonal(p * (1 - p))


@mutant(TASK, mistake="diagonal_everywhere")
def same_in_each_column(p):
    """p (1 - p) is the derivative, for every j."""
    return np.repeat((p * (1 - p))[..., None], p.shape[-1], axis=-1)


@mutant(TASK, mistake="diagonal_as_vector")
def vector_of_derivatives(p):
    """The derivative of a function of n numbers has n numbers."""
    return p * (1 - p)


@mutant(TASK, mistake="outer_product_missing")
def diagonal_only(p):
    """The exponential is its own derivative; the sum is a constant."""
    return diagonal(p)


@mutant(TASK, mistake="diagonal_missing")
def minus_outer(p):
    """The off-diagonal formula holds on the diagonal too."""
    return -outer(p)


@mutant(TASK, mistake="off_diagonal_sign")
def plus_beside_the_diagonal(p):
    """p_i p_j beside the diagonal, without its minus."""
    return diagonal(p - 2 * p**2) + outer(p)


@mutant(TASK, mistake="off_diagonal_sign")
def absolute_values(p):
    """A derivative of a probability cannot be negative."""
    return np.abs(diagonal(p) - outer(p))


@mutant(TASK, mistake="log_softmax_jacobian")
def of_the_logarithm(p):
    """δ_ij - p_j, remembered from the cross-entropy."""
    return np.eye(p.shape[-1]) - p[..., None, :] * np.ones_like(p)[..., :, None]


@mutant(TASK, mistake="same_index_twice")
def square_for_product(p):
    """p_i (δ_ij - p_i)."""
    return p[..., :, None] * (np.eye(p.shape[-1]) - p[..., :, None])


@mutant(TASK, mistake="softmax_twice")
def argument_as_scores(p):
    """The argument is the scores, so softmax comes first."""
    p = np.exp(p) / np.exp(p).sum(axis=-1, keepdims=True)
    return diagonal(p) - outer(p)


@mutant(TASK, mistake="inverse_temperature")
def scaled_twice(p):
    """Attention divides by √n, hence so does the derivative."""
    return (diagonal(p) - outer(p)) / np.sqrt(p.shape[-1])


@variant(TASK)
def vectors_only(p):
    """p is one distribution."""
    return np.diag(p) - np.outer(p, p)


@variant(TASK)
def one_leading_axis_only(p):
    """p is a matrix of distributions, or one of them."""
    if p.ndim == 1:
        return np.diag(p) - np.outer(p, p)
    return np.stack([np.diag(row) - np.outer(row, row) for row in p])


@mutant(TASK, mistake="batch_mixed")
def diagonal_filled_once(p):
    """np.fill_diagonal fills the last two axes."""
    jacobian = -outer(p)
    np.fill_diagonal(jacobian, p * (1 - p))
    return jacobian


@mutant(TASK, mistake="batch_mixed")
def sum_over_other_rows(p):
    """einsum with a second letter for the batch."""
    rows = p.reshape(-1, p.shape[-1])
    products = np.einsum("bi,cj->bij", rows, rows)
    return diagonal(p) - products.reshape(*p.shape, p.shape[-1])


@mutant(TASK, mistake="batch_mixed")
def first_row_for_all(p):
    """Takes the columns' factor from the first distribution."""
    first = p.reshape(-1, p.shape[-1])[0]
    return diagonal(p) - p[..., :, None] * first


@mutant(TASK, mistake="batch_mixed")
def batch_last(p):
    """i and j come first, as in J[i, j]."""
    return np.moveaxis(diagonal(p) - outer(p), (-2, -1), (0, 1))


@mutant(TASK, mistake="input_modified")
def negative_in_place(p):
    """A view with a new axis is a copy."""
    jacobian = diagonal(p)
    column = p[..., :, None]
    column *= -1
    return jacobian - column * column


@mutant(TASK, mistake="rounded")
def float16(p):
    """Half precision is enough for a derivative."""
    return (diagonal(p) - outer(p)).astype(np.float16)


# --- Right ---------------------------------------------------------------------


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
