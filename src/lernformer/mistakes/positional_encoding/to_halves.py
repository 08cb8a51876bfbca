"""Typical wrong answers to ``positional_encoding.to_halves``."""

import numpy as np

from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.positional_encoding.common import truncated
from lernformer.mistakes.table import mistakes
from lernformer.probes.positional_encoding.common import ODD


def order(d):
    """The order in which the features come in the result."""
    return np.r_[0:d:2, 1:d:2]


TRUNCATED = truncated(lambda x: x[..., order(x.shape[-1])])

BUGS = bugs(globals())
MISTAKES = mistakes(globals())
