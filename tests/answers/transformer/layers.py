"""Answers that go wrong in the same way in both kinds of layer."""

from lernformer.mistakes.transformer.layers import (
    DecoderLayerInSteps,
    EncoderLayerInSteps,
)

from .. import mutants_of_each

RIGHTS = {
    "transformer.EncoderLayer": EncoderLayerInSteps,
    "transformer.DecoderLayer": DecoderLayerInSteps,
}

mutants_of_each(RIGHTS, globals())
