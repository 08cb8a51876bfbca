"""Typical wrong answers to ``residual_norm.deepnorm_scales``."""

from lernformer.mistakes.table import mistakes

ROUNDED = (
    "rounded",
    "the numbers are rounded; the example rounds them only to be read.",
)


def shows_not_by_stack(case, seen):
    return seen.trouble.startswith("should return a dict")


def the_others(n_encoder, n_decoder):
    """The root of both depths is the decoder's, which sees both."""
    both = n_encoder**4 * n_decoder
    decoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    encoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


def of_a_single_stack(n_encoder, n_decoder):
    """DeepNorm has one formula: (2 N)^(1/4) and (8 N)^(-1/4)."""
    encoder = (2 * n_encoder) ** (1 / 4), (8 * n_encoder) ** (-1 / 4)
    decoder = (2 * n_decoder) ** (1 / 4), (8 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}


def to_two_digits(n_encoder, n_decoder):
    """The constants have two digits, so has the result."""
    both = n_encoder**4 * n_decoder
    alpha, beta = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    encoder = round(alpha, 2), round(beta, 2)
    alpha, beta = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": (round(alpha, 2), round(beta, 2))}


def to_three_digits(n_encoder, n_decoder):
    """Three digits, as in the example."""
    both = n_encoder**4 * n_decoder
    alpha, beta = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    encoder = round(alpha, 3), round(beta, 3)
    alpha, beta = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": (round(alpha, 3), round(beta, 3))}


MISTAKES = mistakes(globals())
