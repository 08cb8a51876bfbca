"""Typical wrong answers to ``positional_encoding.angular_frequencies``."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import formula, sign
from lernformer.mistakes.positional_encoding.common import (
    BASE_IGNORED,
    EXTRA_AXIS,
    ODD_SIZE,
    WRONG_FREQUENCIES,
    result,
    rounded,
)
from lernformer.positional_encoding import angular_frequencies
from lernformer.probes.positional_encoding.common import BASE, ODD

ONE_EACH = (
    "there is a frequency for each dimension; a clock has two of them, a sine and a "
    "cosine, so there are ⌈d/2⌉ frequencies."
)


def _one_each(exponents: Callable) -> Callable:
    return lambda d_model, base=10000.0: (
        base ** -exponents(np.arange(float(d_model)), d_model)
    )


MISTAKES = (
    *(
        formula(
            id, cause, lambda d_model, base=10000.0, wrong=wrong: wrong(d_model, base)
        )
        for id, cause, wrong in WRONG_FREQUENCIES
    ),
    formula("one_per_dimension", ONE_EACH, _one_each(lambda i, d: (i - i % 2) / d)),
    formula("one_per_dimension", ONE_EACH, _one_each(lambda i, d: i / d)),
    formula("one_per_dimension", ONE_EACH, _one_each(lambda i, d: 2 * i / d)),
    formula(
        "wavelengths",
        "these are wavelengths, 2π/ω; the frequency is ω itself.",
        lambda d_model, base=10000.0: 2 * np.pi / angular_frequencies(d_model, base),
    ),
    formula(
        "evenly_spaced",
        "the frequencies are evenly spaced; their exponents are, so that each is the "
        "same factor smaller than the last.",
        lambda d_model, base=10000.0: np.linspace(1, 1 / base, (d_model + 1) // 2),
    ),
    sign(
        "exponent_as_factor",
        "the second clock is thousands of times slower than the first: is 2k/d a "
        "factor? It is an exponent: base ** (-2k/d).",
        lambda case, seen: (
            result(seen).shape == ((case.inputs["d_model"] + 1) // 2,)
            and case.aspect not in (ODD, BASE)
            and 0 < result(seen)[1] < 1e-3 < angular_frequencies(**case.inputs)[1]
        ),
    ),
    EXTRA_AXIS,
    BASE_IGNORED,
    ODD_SIZE,
    rounded(angular_frequencies),
)
