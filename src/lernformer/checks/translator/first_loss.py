"""Check for ``translator.first_loss``."""

import numpy as np

from lernformer.checks.expected import as_reference
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.checks.translator.common import sentences
from lernformer.mistakes.translator.first_loss import MISTAKES
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.first_loss import PROBE, probe_first_loss
from lernformer.translator import first_loss

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
    points=1,
    difficulty=1,
    minutes=8,
    hints=(
        "What does the decoder read, and what should it say? Which of these words are "
        "not real ones? You have already written code for both.",
        "teacher_forcing(tgt) gives decoder_input and labels; label_smoothed_loss "
        "without any smoothing is the mean over the real labels. In evaluation mode, "
        "without gradients.",
        "model.eval(); with torch.no_grad(): logits = model(src, decoder_input); "
        "return label_smoothed_loss(logits, labels, smoothing=0.0).item().",
    ),
    aspects={MEASURES: 3, PADDING: 1, WHOLE: 0.5, MODE: 1, PURE: 0.5},
    cases=loss_cases,
    expected=as_reference(first_loss, probe_first_loss),
    symptoms=(changes_the_model, modifies_input, not_finite),
    mistakes=MISTAKES,
)
