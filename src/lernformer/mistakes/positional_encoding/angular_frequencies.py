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


BASE_IGNORED = base_ignored(frequencies)
ROUNDED = rounded(frequencies)


MISTAKES = mistakes(globals())
