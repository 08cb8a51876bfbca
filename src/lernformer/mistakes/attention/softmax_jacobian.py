"""Typical wrong answers to ``attention.softmax_jacobian``."""

import numpy as np

from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation


def _agrees_roughly(got: np.ndarray, want: np.ndarray) -> bool:
    return got.shape == want.shape and np.allclose(got, want, atol=2e-3)


def _other_shape(case: Case, seen: Observation) -> bool:
    wanted = *case.inputs["p"].shape, case.inputs["p"].shape[-1]
    return bool(seen.values) and sorted(seen.values["result"].shape) != sorted(wanted)


def diagonal(p):
    """diag(p) for each row p of the leading axes, (..., n, n)."""
    return p[..., :, None] * np.eye(p.shape[-1])


def outer(p):
    """p pᵀ for each row p of the leading axes, (..., n, n)."""
    return p[..., :, None] * p[..., None, :]


MISTAKES = mistakes(globals())
