"""Typical wrong answers to the tasks on the whole model, as formulas or signs.

Each id is also the name of a mutant in the tests and of a paragraph in the book.
"""

from lernformer.checks.mistakes.transformer.count import COUNT
from lernformer.checks.mistakes.transformer.layers import DECODER_LAYER, ENCODER_LAYER
from lernformer.checks.mistakes.transformer.model import MODEL
from lernformer.checks.mistakes.transformer.stacks import DECODER, ENCODER

__all__ = ["COUNT", "DECODER", "DECODER_LAYER", "ENCODER", "ENCODER_LAYER", "MODEL"]
