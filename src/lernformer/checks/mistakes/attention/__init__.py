"""Typical wrong answers to the attention chapter's tasks, as formulas or signs.

Each id is also the name of a mutant in the tests and of a paragraph in the book.
"""

from lernformer.checks.mistakes.attention.heads import MERGE, PROJECTION, SPLIT
from lernformer.checks.mistakes.attention.multi_head_attention import MULTI_HEAD
from lernformer.checks.mistakes.attention.scaled_dot_product_attention import ATTENTION
from lernformer.checks.mistakes.attention.softmax import ANY_AXIS, SOFTMAX
from lernformer.checks.mistakes.attention.softmax_jacobian import JACOBIAN

__all__ = [
    "ANY_AXIS",
    "ATTENTION",
    "JACOBIAN",
    "MERGE",
    "MULTI_HEAD",
    "PROJECTION",
    "SOFTMAX",
    "SPLIT",
]
