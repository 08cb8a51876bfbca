"""Typical wrong answers to the masking chapter's tasks, as formulas or signs.

Each id is also the name of a mutant in the tests and of a paragraph in the book.
"""

from lernformer.checks.mistakes.masking.masked_attention import ATTENTION
from lernformer.checks.mistakes.masking.masked_softmax import EMPTY, SOFTMAX
from lernformer.checks.mistakes.masking.masks import (
    BOOLEAN,
    DECODER,
    DEVICE,
    LAST,
    LOOK_AHEAD,
    PADDING,
    SINGLE,
)
from lernformer.checks.mistakes.masking.step_by_step import STEPS

__all__ = [
    "ATTENTION",
    "BOOLEAN",
    "DECODER",
    "DEVICE",
    "EMPTY",
    "LAST",
    "LOOK_AHEAD",
    "PADDING",
    "SINGLE",
    "SOFTMAX",
    "STEPS",
]
