"""Answers that go wrong in the same way in both stacks."""

from torch import nn

from lernformer.mistakes.transformer.stacks import DecoderInSteps, EncoderInSteps

from .. import mutants_of_each

RIGHTS = {
    "transformer.Encoder": EncoderInSteps,
    "transformer.Decoder": DecoderInSteps,
}


def chance(stack):
    """The probability with which the stack's layers drop."""
    return max(part.p for part in stack.modules() if isinstance(part, nn.Dropout))


mutants_of_each(RIGHTS, globals())
