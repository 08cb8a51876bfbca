"""Answers that go wrong in the same way, whether positions are learned or not."""

from .. import mutants_of_each
from . import LearnedPositionalEncoding, PositionalEncoding

LAYERS = {m.TASK: m.Right for m in (PositionalEncoding, LearnedPositionalEncoding)}

mutants_of_each(LAYERS, globals())
