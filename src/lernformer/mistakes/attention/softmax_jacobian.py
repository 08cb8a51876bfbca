"""Typical wrong answers to ``attention.softmax_jacobian``."""

import numpy as np

from lernformer.mistakes.common import AXES_SQUEEZED, INPUT_MODIFIED, misfit
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.case import Case, Observation

EVERYWHERE = "p (1 - p) fills the whole matrix; it holds for i = j only."

ONE_INDEX = (
    "both factors use the same index: p_i (δ_ij - p_i) instead of p_i (δ_ij - p_j)."
)


def _agrees_roughly(got: np.ndarray, want: np.ndarray) -> bool:
    return got.shape == want.shape and np.allclose(got, want, atol=2e-3)


def _other_shape(case: Case, seen: Observation) -> bool:
    wanted = *case.inputs["p"].shape, case.inputs["p"].shape[-1]
    return bool(seen.values) and sorted(seen.values["result"].shape) != sorted(wanted)


def diagonal(p):
    """diag(p) for each of the leading axes, (..., n, n)."""
    return p[..., :, None] * np.eye(p.shape[-1])


def outer(p):
    """p pᵀ for each of the leading axes, (..., n, n)."""
    return p[..., :, None] * p[..., None, :]


MISTAKES = Catalogue()

MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer(
    "sign_flipped",
    "the sign is the other way round: p_i (δ_ij - p_j), not p_i (p_j - δ_ij).",
)
def minus_swapped(p):
    """The order of a difference does not matter."""
    return outer(p) - diagonal(p)


@MISTAKES.answer(
    "plus_for_minus",
    "p_i p_j is added; raising one score takes weight from all others, so it is "
    "subtracted.",
)
def plus(p):
    """Both terms of the product rule add."""
    return diagonal(p) + outer(p)


@MISTAKES.answer(
    "only_diagonal",
    "only the diagonal p_i (1 - p_i) is there; the other derivatives are -p_i p_j.",
)
def each_for_itself(p):
    """A probability depends on its own score only, as with the sigmoid."""
    return diagonal(p * (1 - p))


@MISTAKES.answer("diagonal_everywhere", EVERYWHERE)
def same_in_each_column(p):
    """p (1 - p) is the derivative, for every j."""
    return np.repeat((p * (1 - p))[..., None], p.shape[-1], axis=-1)


@MISTAKES.answer("diagonal_everywhere", EVERYWHERE)
def same_in_each_row(p):
    """p (1 - p) is the derivative, for every i."""
    return np.repeat((p * (1 - p))[..., None, :], p.shape[-1], axis=-2)


@MISTAKES.answer(
    "diagonal_as_vector",
    "this is the diagonal alone, as a vector; the result is an n × n matrix.",
)
def vector_of_derivatives(p):
    """The derivative of a function of n numbers has n numbers."""
    return p * (1 - p)


@MISTAKES.answer(
    "outer_product_missing",
    "this is diag(p); the outer product p pᵀ must be subtracted.",
)
def diagonal_only(p):
    """The exponential is its own derivative; the sum is a constant."""
    return diagonal(p)


@MISTAKES.answer("diagonal_missing", "this is -p pᵀ; diag(p) is missing.")
def minusouter(p):
    """The off-diagonal formula holds on the diagonal too."""
    return -outer(p)


@MISTAKES.answer(
    "off_diagonal_sign", "beside the diagonal the derivatives are negative: -p_i p_j."
)
def plus_beside_thediagonal(p):
    """p_i p_j beside the diagonal, without its minus."""
    return diagonal(p - 2 * p**2) + outer(p)


@MISTAKES.answer(
    "log_softmax_jacobian", "this is the derivative of log p; multiply row i by p_i."
)
def of_the_logarithm(p):
    """δ_ij - p_j, remembered from the cross-entropy."""
    return np.eye(p.shape[-1]) - p[..., None, :] * np.ones_like(p)[..., :, None]


@MISTAKES.answer("same_index_twice", ONE_INDEX)
def square_for_product(p):
    """p_i (δ_ij - p_i)."""
    return p[..., :, None] * (np.eye(p.shape[-1]) - p[..., :, None])


@MISTAKES.answer("same_index_twice", ONE_INDEX)
def square_of_the_column(p):
    """p_j (δ_ij - p_j)."""
    return p[..., None, :] * (np.eye(p.shape[-1]) - p[..., None, :])


@MISTAKES.answer(
    "softmax_twice",
    "p is taken for scores and put through a softmax again; p holds the weights.",
)
def argument_as_scores(p):
    """The argument is the scores, so softmax comes first."""
    p = np.exp(p) / np.exp(p).sum(axis=-1, keepdims=True)
    return diagonal(p) - outer(p)


@MISTAKES.answer(
    "inverse_temperature", "the derivative is divided by √n; here no score was scaled."
)
def scaled_twice(p):
    """Attention divides by √n, hence so does the derivative."""
    return (diagonal(p) - outer(p)) / np.sqrt(p.shape[-1])


MISTAKES.sign(
    "rounded",
    "the numbers are rounded: stay with float64.",
    lambda case, seen: (
        case.inputs["p"].ndim == 1
        and seen.values
        and _agrees_roughly(
            seen.values["result"],
            diagonal(case.inputs["p"]) - outer(case.inputs["p"]),
        )
    ),
)
MISTAKES.append(AXES_SQUEEZED)
MISTAKES.sign(
    "leading_axes_unsupported",
    "p may have any number of axes in front, (..., n); p[..., :, None] and "
    "p[..., None, :] meet in all pairs of a row, whatever stands before it.",
    lambda case, seen: (
        case.inputs["p"].ndim > 1 and (misfit(seen) or _other_shape(case, seen))
    ),
)
MISTAKES.sign(
    "batch_mixed",
    "rows of different distributions meet in one matrix; each row of p has its own "
    "p_i p_j.",
    lambda case, seen: case.inputs["p"].ndim > 1,
)
