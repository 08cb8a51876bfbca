"""Typical wrong answers to the translator chapter's tasks, as formulas or signs.

Each id is also the name of a mutant in the tests and of a paragraph in the book.
"""

from lernformer.checks.mistakes.translator.decoding import decoding, searching
from lernformer.checks.mistakes.translator.numbers import BLEU, NOAM
from lernformer.checks.mistakes.translator.training import FORCING, SMOOTHED, steps

__all__ = ["BLEU", "FORCING", "NOAM", "SMOOTHED", "decoding", "searching", "steps"]
