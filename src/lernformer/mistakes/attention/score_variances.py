"""Typical wrong answers to ``attention.score_variances``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED, misfit
from lernformer.mistakes.mistake import Catalogue


def measured(scores, factor):
    return float(scores.var()), float((scores * factor).var())


def root(q):
    return np.sqrt(q.shape[-1])


MISTAKES = Catalogue([INPUT_MODIFIED])


@MISTAKES.answer(
    "deviation_for_variance",
    "this is the standard deviation, the root of the variance.",
)
def deviation(q, k):
    """How far numbers spread is their standard deviation."""
    scores = q @ k.T
    return float(scores.std()), float((scores / root(q)).std())


@MISTAKES.answer(
    "expected_not_measured",
    "d_k and 1 are what theory expects of random features; measure the scores of the "
    "queries and keys that are given.",
)
def as_theory_says(q, k):
    """The variance is d_k, and 1 after the division."""
    return float(q.shape[-1]), 1.0


@MISTAKES.answer("never_scaled", "both numbers are those before the division by √d_k.")
def the_same_twice(q, k):
    """The division changes little."""
    return measured(q @ k.T, 1)


@MISTAKES.answer(
    "scaled_by_d_k",
    "the scores are divided by d_k, so that their variance falls below 1; divide by "
    "its root.",
    seen="course",
)
def divided_by_d_k(q, k):
    """The average of the products."""
    return measured(q @ k.T, 1 / q.shape[-1])


@MISTAKES.answer(
    "variance_divided",
    "the variance is divided by √d_k, and not the scores: dividing those by a number "
    "divides their variance by its square.",
)
def afterwards(q, k):
    """Scaling may as well come last."""
    variance = (q @ k.T).var()
    return float(variance), float(variance / root(q))


@MISTAKES.answer("multiplied", "the scores are multiplied by √d_k; divide by it.")
def times_the_root(q, k):
    """More features need a larger factor."""
    return measured(q @ k.T, root(q))


@MISTAKES.answer(
    "scaled_by_length",
    "the scores are divided by the root of the number of keys; d_k is the number of "
    "features: q.shape[-1].",
)
def root_of_the_length(q, k):
    """The first size is d_k."""
    return measured(q @ k.T, 1 / np.sqrt(len(k)))


@MISTAKES.answer(
    "exchanged", "the two numbers are exchanged: first that before the division."
)
def scaled_first(q, k):
    """The result comes first."""
    return measured(q @ k.T, 1 / root(q))[::-1]


@MISTAKES.answer(
    "mean_square",
    "the mean is not subtracted before squaring; np.var does.",
)
def without_the_mean(q, k):
    """The mean is 0 anyway."""
    scores = q @ k.T
    return float((scores**2).mean()), float((scores**2).mean() / q.shape[-1])


@MISTAKES.answer(
    "unbiased_variance",
    "the sum is divided by n - 1, as torch.var does and np.var with ddof=1; "
    "here it is n.",
)
def one_less(q, k):
    """A variance divides by n - 1."""
    scores = q @ k.T
    return float(scores.var(ddof=1)), float((scores / root(q)).var(ddof=1))


@MISTAKES.answer(
    "products_not_summed",
    "the variance of products of single features is taken; a score is the sum of all "
    "of them, q @ k.T.",
)
def single_products(q, k):
    """Var(q k), as it stands there."""
    products = q[:, None] * k
    return measured(products, 1 / root(q))


@MISTAKES.answer(
    "of_weights",
    "the variance is that of the weights, after the softmax; the scores come before.",
)
def after_softmax(q, k):
    """Attention is what counts."""

    def weights(scores):
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        return powers / powers.sum(-1, keepdims=True)

    scores = q @ k.T
    return float(weights(scores).var()), float(weights(scores / root(q)).var())


MISTAKES.sign(
    "paired",
    "query i is multiplied with key i alone, which needs as many of both; each query "
    "has a score with each key: q @ k.T.",
    lambda case, seen: misfit(seen),
)
