"""Answers to `layer_norm(x, gamma, beta, eps=1e-5)`: NumPy, over the last axis."""

import numpy as np

from .. import mutant, variant

TASK = "residual_norm.layer_norm"


def right(x, gamma, beta, eps=1e-5):
    return gamma * plain(x, eps) + beta


def plain(x, eps, axis=-1, ddof=0):
    mean = x.mean(axis=axis, keepdims=True)
    variance = x.var(axis=axis, keepdims=True, ddof=ddof)
    return (x - mean) / np.sqrt(variance + eps)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="leading_axes_unsupported")
def three_axes_only(x, gamma, beta, eps=1e-5):
    """Unpacks the shape and loops over every token."""
    B, L, _ = x.shape
    out = np.zeros(x.shape)
    for b in range(B):
        for i in range(L):
            token = x[b, i]
            scale = (token.var() + eps) ** -0.5
            out[b, i] = gamma * (token - token.mean()) * scale + beta
    return out


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def deviation_squared(x, gamma, beta, eps=1e-5):
    """np.std, squared again."""
    mean = np.mean(x, axis=-1, keepdims=True)
    deviation = np.std(x, axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(deviation**2 + eps) * gamma + beta


@variant(TASK)
def one_pass(x, gamma, beta, eps=1e-5):
    """E[x²] - E[x]², in float64."""
    x = x.astype(np.float64)
    mean = x.mean(-1, keepdims=True)
    variance = (x * x).mean(-1, keepdims=True) - mean**2
    return gamma * ((x - mean) / np.sqrt(np.maximum(variance, 0) + eps)) + beta


@variant(TASK)
def scale_and_offset(x, gamma, beta, eps=1e-5):
    """Rearranged to x · scale + offset."""
    mean = x.mean(-1)[..., None]
    scale = gamma / np.sqrt(x.var(-1)[..., None] + eps)
    return x * scale + (beta - mean * scale)


@variant(TASK)
def einsum_throughout(x, gamma, beta, eps=1e-5):
    """The letters put all in place."""
    d = x.shape[-1]
    centred = x - np.einsum("...d->...", x)[..., None] / d
    variance = np.einsum("...d,...d->...", centred, centred) / d
    scale = 1 / np.sqrt(variance + eps)
    return np.einsum("...d,...,d->...d", centred, scale, gamma) + beta


@variant(TASK)
def centring_matrix(x, gamma, beta, eps=1e-5):
    """Subtracting the mean is a matrix."""
    d = x.shape[-1]
    centred = x @ (np.eye(d) - np.ones((d, d)) / d)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return gamma * centred / np.sqrt(length**2 / d + eps) + beta


@variant(TASK)
def transposed(x, gamma, beta, eps=1e-5):
    """Features first, so that no keepdims is needed; long double inside."""
    t = np.asarray(x, dtype=np.longdouble).T
    normed = (t - t.mean(0)) / np.sqrt(t.var(0) + eps)
    return (normed.T * gamma + beta).astype(np.float64)


@variant(TASK)
def token_by_token(x, gamma, beta, eps=1e-5):
    """A function of one token, applied along the features."""

    def token(features):
        mean = sum(features) / len(features)
        variance = sum((f - mean) ** 2 for f in features) / len(features)
        return gamma * (features - mean) / (variance + eps) ** 0.5 + beta

    return np.apply_along_axis(token, -1, x)


@variant(TASK)
def hypotenuse(x, gamma, beta, eps=1e-5):
    """√(σ² + eps) is the hypotenuse of σ and √eps."""
    root = np.hypot(x.std(-1, keepdims=True), np.sqrt(eps))
    return np.multiply(gamma, np.divide(x - x.mean(-1, keepdims=True), root)) + beta
