"""Answers that go wrong in the same way in both norms."""

from lernformer.mistakes.residual_norm.norms import LayerNormInSteps, RMSNormInSteps

from .. import mutants_of_each

RIGHTS = {
    "residual_norm.LayerNorm": LayerNormInSteps,
    "residual_norm.RMSNorm": RMSNormInSteps,
}

mutants_of_each(RIGHTS, globals())
