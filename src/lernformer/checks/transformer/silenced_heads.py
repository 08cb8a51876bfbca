"""Check for ``transformer.silenced_heads``."""

import numpy as np

from lernformer import transformer as reference
from lernformer.checks.expected import as_reference
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.mistakes.transformer.silenced_heads import MISTAKES
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.transformer.silenced_heads import PROBE, probe_heads

MEASURES = "measures what each head does"
MASKED = "measures under a mask"
MODE = "measures in evaluation mode"


def heads_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, n_heads, d_k, b, length, dropout=0.0):
        mask = None
        if aspect == MASKED:
            mask = np.tril(np.ones((1, 1, length, length), dtype=bool))
        inputs = {
            "d_model": n_heads * d_k,
            "n_heads": n_heads,
            "dropout": dropout,
            "weights": int(rng.integers(2**31)),
            "x": rng.normal(0, 1, (b, length, n_heads * d_k)),
            "mask": mask,
        }
        return Case(aspect, inputs, axes={"result": "H"}, tolerance=1e-6)

    return [
        case(MEASURES, 2, 3, 1, 4),
        case(MEASURES, 3, 4, 2, 5),
        case(MEASURES, 4, 2, 3, 5),
        case(MASKED, 3, 5, 2, 4),
        case(MODE, 2, 4, 3, 5, dropout=0.5),
        case(PURE, 3, 2, 2, 4),
    ]


TASK = Task(
    probe=PROBE,
    points=2,
    difficulty=2,
    minutes=12,
    hints=(
        "Where are the heads side by side for the last time, and which numbers of "
        "out_proj read head h? An nn.Linear keeps its weight as (out, in).",
        "Set out_proj.weight[:, h * d_k : (h + 1) * d_k] to 0 under torch.no_grad(), "
        "run the attention again, take .norm() of the difference, and put the weights "
        "back: a clone() of them, because a slice is a view.",
        "attention.eval(); with torch.no_grad(): output = attention(x, x, x, mask)[0]; "
        "for each h: kept = columns.clone(), columns.zero_(), change = (attention(x, "
        "x, x, mask)[0] - output).norm(), columns.copy_(kept). Return all changes / "
        "output.norm() as one tensor.",
    ),
    aspects={MEASURES: 3, MASKED: 1, MODE: 1, PURE: 0.5},
    cases=heads_cases,
    expected=as_reference(reference.silenced_heads, probe_heads),
    symptoms=(modifies_input, not_finite),
    mistakes=MISTAKES,
)
