"""Typical wrong answers to the tasks on positional encoding, as formulas or signs.

Each id is also the name of a mutant in the tests and of a paragraph in the book.
"""

from lernformer.checks.mistakes.positional_encoding.equivariance import EQUIVARIANCE
from lernformer.checks.mistakes.positional_encoding.layers import FIXED, LEARNED
from lernformer.checks.mistakes.positional_encoding.layouts import (
    CONCATENATION,
    HALVES,
)
from lernformer.checks.mistakes.positional_encoding.rotary import ROTARY
from lernformer.checks.mistakes.positional_encoding.shifts import SHIFT, SIMILARITY
from lernformer.checks.mistakes.positional_encoding.tables import (
    FREQUENCIES,
    SINUSOIDAL,
)

__all__ = ["CONCATENATION", "EQUIVARIANCE", "FIXED", "FREQUENCIES", "HALVES"]
__all__ += ["LEARNED", "ROTARY", "SHIFT", "SIMILARITY", "SINUSOIDAL"]
