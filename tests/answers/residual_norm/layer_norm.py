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


@mutant(TASK, mistake="unbiased_variance")
def sample_variance(x, gamma, beta, eps=1e-5):
    """Divides by n - 1, as statistics teaches."""
    return gamma * plain(x, eps, ddof=1) + beta


@mutant(TASK, mistake="eps_outside_root")
def eps_beside_the_deviation(x, gamma, beta, eps=1e-5):
    """eps is added to the standard deviation."""
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / (x.std(axis=-1, keepdims=True) + eps) + beta


@mutant(TASK, mistake="eps_forgotten")
def no_eps(x, gamma, beta, eps=1e-5):
    """A variance is never 0."""
    return gamma * plain(x, 0) + beta


@mutant(TASK, mistake="eps_default_changed")
def eps_of_a_thousandth(x, gamma, beta, eps=1e-3):
    """eps is some small number."""
    return right(x, gamma, beta, eps)


@mutant(TASK, mistake="eps_default_changed")
def eps_of_a_millionth(x, gamma, beta, eps=1e-6):
    """The smaller eps, the better."""
    return right(x, gamma, beta, eps)


@mutant(TASK, mistake="eps_hard_coded")
def eps_argument_unused(x, gamma, beta, eps=1e-5):
    """eps is 1e-5."""
    return right(x, gamma, beta)


@mutant(TASK, mistake="eps_squared")
def root_of_squares(x, gamma, beta, eps=1e-5):
    """eps is a length, so it is squared in the root."""
    return right(x, gamma, beta, eps**2)


@mutant(TASK, mistake="eps_as_floor")
def at_least_eps(x, gamma, beta, eps=1e-5):
    """eps is the smallest variance allowed."""
    mean = x.mean(axis=-1, keepdims=True)
    variance = np.maximum(x.var(axis=-1, keepdims=True), eps)
    return gamma * (x - mean) / np.sqrt(variance) + beta


@mutant(TASK, mistake="root_forgotten")
def divided_by_variance(x, gamma, beta, eps=1e-5):
    """(x - mean) / (variance + eps)."""
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / (x.var(axis=-1, keepdims=True) + eps) + beta


@mutant(TASK, mistake="mean_not_subtracted")
def scaled_only(x, gamma, beta, eps=1e-5):
    """The mean goes into the variance only."""
    return gamma * x / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta


@mutant(TASK, mistake="rms_norm")
def root_mean_square(x, gamma, beta, eps=1e-5):
    """RMSNorm is the modern layer norm."""
    return gamma * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) + beta


@mutant(TASK, mistake="variance_not_centred")
def mean_square_for_variance(x, gamma, beta, eps=1e-5):
    """The variance is the mean of the squares."""
    mean_square = (x**2).mean(axis=-1, keepdims=True)
    centred = x - x.mean(axis=-1, keepdims=True)
    return gamma * centred / np.sqrt(mean_square + eps) + beta


@mutant(TASK, mistake="not_scaled")
def centred_only(x, gamma, beta, eps=1e-5):
    """Centring is normalising."""
    return gamma * (x - x.mean(axis=-1, keepdims=True)) + beta


@mutant(TASK, mistake="multiplied")
def times_deviation(x, gamma, beta, eps=1e-5):
    """Scaling is multiplying."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return gamma * centred * np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta


@mutant(TASK, mistake="sum_for_mean")
def sum_of_squares(x, gamma, beta, eps=1e-5):
    """The variance is the sum of the squared distances."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return gamma * centred / np.sqrt((centred**2).sum(-1, keepdims=True) + eps) + beta


@mutant(TASK, mistake="over_time")
def each_feature_over_the_sentence(x, gamma, beta, eps=1e-5):
    """The statistics run along the sentence."""
    return gamma * plain(x, eps, axis=-2 if x.ndim > 1 else -1) + beta


@mutant(TASK, mistake="over_batch")
def each_feature_over_the_batch(x, gamma, beta, eps=1e-5):
    """The statistics run over batch and length: a batch norm."""
    return gamma * plain(x, eps, axis=tuple(range(x.ndim - 1)) or -1) + beta


@mutant(TASK, mistake="over_batch")
def first_axis(x, gamma, beta, eps=1e-5):
    """The statistics run over the first axis."""
    return gamma * plain(x, eps, axis=0) + beta


@mutant(TASK, mistake="over_whole_sentence")
def each_sentence(x, gamma, beta, eps=1e-5):
    """One mean for a whole sentence."""
    return gamma * plain(x, eps, axis=(-2, -1) if x.ndim > 1 else -1) + beta


@mutant(TASK, mistake="over_everything")
def whole_array(x, gamma, beta, eps=1e-5):
    """One mean for all there is."""
    return gamma * plain(x, eps, axis=None) + beta


@mutant(TASK, mistake="gamma_ignored")
def no_stretch(x, gamma, beta, eps=1e-5):
    """gamma is one anyway."""
    return plain(x, eps) + beta


@mutant(TASK, mistake="beta_ignored")
def no_shift(x, gamma, beta, eps=1e-5):
    """beta is zero anyway."""
    return gamma * plain(x, eps)


@mutant(TASK, mistake="affine_ignored")
def neither(x, gamma, beta, eps=1e-5):
    """gamma and beta do nothing at the start."""
    return plain(x, eps)


@mutant(TASK, mistake="gamma_beta_swapped")
def shift_for_stretch(x, gamma, beta, eps=1e-5):
    """beta stretches, gamma shifts."""
    return beta * plain(x, eps) + gamma


@mutant(TASK, mistake="shift_before_stretch")
def stretched_last(x, gamma, beta, eps=1e-5):
    """First shift, then stretch."""
    return gamma * (plain(x, eps) + beta)


@mutant(TASK, mistake="affine_before_norm")
def stretched_first(x, gamma, beta, eps=1e-5):
    """First stretch and shift, then normalise."""
    return plain(gamma * x + beta, eps)


@mutant(TASK, mistake="gamma_plus_one")
def offset_of_one(x, gamma, beta, eps=1e-5):
    """gamma is a correction to one."""
    return (1 + gamma) * plain(x, eps) + beta


@mutant(TASK, mistake="sign_flipped")
def mean_minus_x(x, gamma, beta, eps=1e-5):
    """The difference the other way round."""
    return beta - gamma * plain(x, eps)


@mutant(TASK, mistake="gamma_per_token")
def stretch_along_the_sentence(x, gamma, beta, eps=1e-5):
    """One gamma for each position."""
    return gamma[:, None] * plain(x, eps) + beta[:, None]


@mutant(TASK, mistake="keepdims_forgotten")
def no_keepdims(x, gamma, beta, eps=1e-5):
    """Broadcasting finds the right axis by itself."""
    return gamma * (x - x.mean(axis=-1)) / np.sqrt(x.var(axis=-1) + eps) + beta


@mutant(TASK, mistake="input_modified")
def subtracts_in_place(x, gamma, beta, eps=1e-5):
    """Working in place saves memory."""
    variance = x.var(axis=-1, keepdims=True)
    x -= x.mean(axis=-1, keepdims=True)
    return gamma * x / np.sqrt(variance + eps) + beta


@mutant(TASK, mistake="input_modified")
def gamma_modified(x, gamma, beta, eps=1e-5):
    """gamma is needed no more, so it may change."""
    normed = right(x, gamma, beta, eps)
    gamma *= 0.5
    return normed


@mutant(TASK, mistake="axes_squeezed")
def squeezed(x, gamma, beta, eps=1e-5):
    """Axes of length one are clutter."""
    return np.squeeze(right(x, gamma, beta, eps))


@mutant(TASK, mistake="first_item_only")
def batch_of_one(x, gamma, beta, eps=1e-5):
    """The statistics of the first sentence serve for all."""
    first = x[:1] if x.ndim > 1 else x
    mean, variance = first.mean(-1, keepdims=True), first.var(-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def deviation_squared(x, gamma, beta, eps=1e-5):
    """np.std, squared again."""
    mean = np.mean(x, axis=-1, keepdims=True)
    deviation = np.std(x, axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(deviation**2 + eps) * gamma + beta


@variant(TASK)
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


@variant(TASK)
def axis_two(x, gamma, beta, eps=1e-5):
    """The features are axis 2."""
    mean = x.mean(axis=2, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=2, keepdims=True)
    return gamma[None, None, :] * (x - mean) / np.sqrt(variance + eps) + beta


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
