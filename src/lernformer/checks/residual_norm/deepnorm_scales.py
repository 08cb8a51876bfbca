"""Check for ``residual_norm.deepnorm_scales``."""

import numpy as np

from lernformer.checks.task import Task
from lernformer.probes.case import Case
from lernformer.probes.residual_norm.deepnorm_scales import DECODER, ENCODER, PROBE

BOTH_DEPTHS = "scales the encoder by the depths of both stacks"
OWN_DEPTH = "scales the decoder by its own depth"


def depth_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, n_encoder, n_decoder):
        inputs = {"n_encoder": int(n_encoder), "n_decoder": int(n_decoder)}
        stack = ENCODER if aspect == BOTH_DEPTHS else DECODER
        return Case(aspect, inputs, setting=stack)

    # 16⁴ · 1 and 4⁴ · 256 are 2¹⁶, 3 · 27 is 3⁴, 12 · 108 is 6⁴
    few, many = rng.permutation(np.arange(2, 9))[:2], rng.permutation(99)[:2] + 30
    return [
        case(BOTH_DEPTHS, 16, 1),
        case(BOTH_DEPTHS, 4, 256),
        case(BOTH_DEPTHS, 6, 6),
        case(BOTH_DEPTHS, *few),
        case(BOTH_DEPTHS, *many),
        case(OWN_DEPTH, 2, 27),
        case(OWN_DEPTH, 5, 108),
        case(OWN_DEPTH, 6, 6),
        case(OWN_DEPTH, 3, 1),
        case(OWN_DEPTH, *few),
        case(OWN_DEPTH, *many),
    ]


TASK = Task(
    probe=PROBE,
    aspects={BOTH_DEPTHS: 1, OWN_DEPTH: 1},
    cases=depth_cases,
)
