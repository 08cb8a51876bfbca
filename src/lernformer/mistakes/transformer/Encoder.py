"""Typical wrong answers to ``transformer.Encoder``."""

from lernformer.mistakes.table import in_steps
from lernformer.mistakes.transformer.stacks import (
    EncoderInSteps as Right,
)

MISTAKES = in_steps(globals(), Right)
