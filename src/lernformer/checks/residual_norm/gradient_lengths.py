"""Check for ``residual_norm.gradient_lengths``."""

import numpy as np

from lernformer import residual_norm as reference
from lernformer.checks.expected import as_reference
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.mistakes.residual_norm.gradient_lengths import MISTAKES
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.residual_norm.gradient_lengths import PROBE, probe_lengths

MEASURES = "measures what arrives at each layer"
AROUND = "measures stacks with residuals and norms"
ONE = "measures a single layer"


def gradient_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, around, n, b, d):
        inputs = {
            "around": around,
            "weights": rng.normal(0, 1.2 * d**-0.5, (n, d, d)),
            "x": rng.normal(0, 1, (b, d)),
            "upstream": rng.normal(0.4, 2, (b, d)),
        }
        return Case(aspect, inputs, axes={"result": "n+1"}, tolerance=1e-6)

    return [
        case(MEASURES, "nothing", 2, 3, 4),
        case(MEASURES, "nothing", 6, 5, 8),
        case(AROUND, "a residual", 5, 3, 4),
        case(AROUND, "a residual, then a norm", 7, 2, 6),
        case(ONE, "nothing", 1, 2, 3),
        case(PURE, "a residual", 3, 2, 5),
    ]


TASK = Task(
    probe=PROBE,
    points=2,
    difficulty=2,
    minutes=12,
    hints=(
        "Run the stack from the bottom up and keep everything on the way: x, and what "
        "each layer returns. torch can give you the gradients of all of them. For "
        "which tensor must it record gradients to begin with?",
        "states = [x.detach().requires_grad_()], and one more for each layer. "
        "torch.autograd.grad(states[-1], states, upstream) gives the gradients of all "
        "states in one go; .norm() is a length.",
        "gradients = torch.autograd.grad(states[-1], states, upstream), then "
        "torch.stack([g.norm() for g in gradients]) / upstream.norm().",
    ),
    aspects={MEASURES: 3, AROUND: 1, ONE: 0.5, PURE: 0.5},
    cases=gradient_cases,
    expected=as_reference(reference.gradient_lengths, probe_lengths),
    symptoms=(modifies_input, not_finite),
    mistakes=MISTAKES,
)
