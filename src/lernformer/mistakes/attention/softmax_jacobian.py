"""Typical wrong answers to ``attention.softmax_jacobian``."""

import math

import numpy as np

from lernformer.attention import softmax
from lernformer.mistakes.common import AXES_SQUEEZED, INPUT_MODIFIED, formula, sign


def _agrees_roughly(got: np.ndarray, want: np.ndarray) -> bool:
    return got.shape == want.shape and np.allclose(got, want, atol=2e-3)


def _diagonal(p):
    return np.eye(p.shape[-1]) * p[..., None]


def _outer(p):
    return p[..., :, None] * p[..., None, :]


MISTAKES = (
    INPUT_MODIFIED,
    formula(
        "sign_flipped",
        "the sign is the other way round: p_i (δ_ij - p_j), not p_i (p_j - δ_ij).",
        lambda p: _outer(p) - _diagonal(p),
    ),
    formula(
        "plus_for_minus",
        "p_i p_j is added; raising one score takes weight from all others, so it is "
        "subtracted.",
        lambda p: _diagonal(p) + _outer(p),
    ),
    formula(
        "only_diagonal",
        "only the diagonal p_i (1 - p_i) is there; the other derivatives are -p_i p_j.",
        lambda p: _diagonal(p * (1 - p)),
    ),
    formula(
        "diagonal_everywhere",
        "p (1 - p) fills the whole matrix; it holds for i = j only.",
        lambda p: np.broadcast_to((p * (1 - p))[..., None], (*p.shape, p.shape[-1])),
    ),
    formula(
        "diagonal_everywhere",
        "p (1 - p) fills the whole matrix; it holds for i = j only.",
        lambda p: np.broadcast_to((p * (1 - p))[..., None, :], (*p.shape, p.shape[-1])),
    ),
    formula(
        "diagonal_as_vector",
        "this is the diagonal alone, as a vector; the result is an n × n matrix.",
        lambda p: p * (1 - p),
    ),
    formula(
        "outer_product_missing",
        "this is diag(p); the outer product p pᵀ must be subtracted.",
        _diagonal,
    ),
    formula(
        "diagonal_missing",
        "this is -p pᵀ; diag(p) is missing.",
        lambda p: -_outer(p),
    ),
    formula(
        "off_diagonal_sign",
        "beside the diagonal the derivatives are negative: -p_i p_j.",
        lambda p: np.abs(_diagonal(p) - _outer(p)),
    ),
    formula(
        "log_softmax_jacobian",
        "this is the derivative of log p; multiply row i by p_i.",
        lambda p: np.eye(p.shape[-1]) - p[..., None, :],
    ),
    formula(
        "same_index_twice",
        "both factors use the same index: p_i (δ_ij - p_i) instead of "
        "p_i (δ_ij - p_j).",
        lambda p: _diagonal(p) - (p * p)[..., None],
    ),
    formula(
        "same_index_twice",
        "both factors use the same index: p_i (δ_ij - p_i) instead of "
        "p_i (δ_ij - p_j).",
        lambda p: _diagonal(p) - (p * p)[..., None, :],
    ),
    formula(
        "softmax_twice",
        "p is taken for scores and put through a softmax again; p holds the weights.",
        lambda p: _diagonal(softmax(p)) - _outer(softmax(p)),
    ),
    formula(
        "inverse_temperature",
        "the derivative is divided by √n; here no score was scaled.",
        lambda p: (_diagonal(p) - _outer(p)) / math.sqrt(p.shape[-1]),
    ),
    sign(
        "rounded",
        "the numbers are rounded: stay with float64.",
        lambda case, seen: (
            case.inputs["p"].ndim == 1
            and seen.values
            and _agrees_roughly(
                seen.values["result"],
                _diagonal(case.inputs["p"]) - _outer(case.inputs["p"]),
            )
        ),
    ),
    AXES_SQUEEZED,
    sign(
        "batch_mixed",
        "rows of different distributions meet in one matrix; each row of p has its own "
        "p_i p_j.",
        lambda case, seen: case.inputs["p"].ndim > 1,
    ),
)
