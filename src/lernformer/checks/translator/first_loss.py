"""Check for ``translator.first_loss``."""

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.checks.translator.common import sentences
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.first_loss import PROBE

MEASURES = "measures what this model pays"
PADDING = "leaves padding out"
WHOLE = "measures a Transformer"
MODE = "measures in evaluation mode"


def loss_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lengths, setting=""):
        src_vocab, tgt_vocab = 13, 9
        inputs = {
            "src": sentences(rng, [n - 1 for n in lengths], tgt_vocab),
            "tgt": sentences(rng, rng.permutation(lengths).tolist(), tgt_vocab),
        }
        if aspect == MODE:
            sizes = (2, max(lengths), tgt_vocab, tgt_vocab)
            return Case(
                aspect, {**inputs, "table": rng.normal(0, 2, sizes)}, setting=setting
            )
        inputs |= {"weights": int(rng.integers(2**31)), "d_model": 5}
        inputs |= {"src_vocab": src_vocab, "tgt_vocab": tgt_vocab}
        return Case(aspect, inputs, setting=setting, tolerance=1e-6)

    return [
        case(MEASURES, [5, 5]),
        case(MEASURES, [6, 6, 6]),
        case(PADDING, [7, 4, 5]),
        case(PADDING, [4, 8]),
        case(WHOLE, [5, 6, 4], setting="Transformer"),
        case(MODE, [6, 4, 5], setting="training"),
        case(PURE, [5, 4]),
    ]


def changes_the_model(case: Case, seen: Observation) -> str | None:
    """Return the symptom of changing the model, which a measurement must never do."""
    if seen.facts.get("modified") == "the model":
        return "the model's weights are changed"
    return None


TASK = Task(
    probe=PROBE,
    aspects={MEASURES: 3, PADDING: 1, WHOLE: 0.5, MODE: 1, PURE: 0.5},
    cases=loss_cases,
    symptoms=(changes_the_model, modifies_input, not_finite),
)
