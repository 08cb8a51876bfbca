"""Typical wrong answers to ``positional_encoding.angular_frequencies``."""

import numpy as np

from lernformer.mistakes.positional_encoding.common import (
    base_ignored,
    clocks,
    frequencies,
    result,
    rounded,
    truncated,
)
from lernformer.mistakes.table import mistakes
from lernformer.probes.positional_encoding.common import BASE, ODD

TRUNCATED = truncated(frequencies)


def shows_exponent_as_factor(case, seen):
    return (
        result(seen).shape == ((case.inputs["d_model"] + 1) // 2,)
        and case.aspect not in (ODD, BASE)
        and 0 < result(seen)[1] < 1e-3 < frequencies(**case.inputs)[1]
    )


BASE_IGNORED = base_ignored(frequencies)
ROUNDED = rounded(frequencies)


MISTAKES = mistakes(globals())
