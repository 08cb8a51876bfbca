"""Check for ``translator.label_smoothed_loss``."""

from dataclasses import replace

import numpy as np

from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.checks.translator.common import sentences
from lernformer.probes.aspects import GRADIENT, PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.label_smoothed_loss import EMPTY_BATCH, LARGE, PROBE

BFLOAT16 = 0.1  # 8 bits of precision, a sum of numbers around 3

VALUE = "is the smoothed cross-entropy"

PADDING = "is the mean over the labels that are not padding"

SMOOTHING = "smooths as much as it is asked to"

EVERY_FLOAT = "works in float32 and bfloat16"


def loss_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, logits, labels, *options, **more):
        inputs = {"logits": np.asarray(logits, float), "labels": np.asarray(labels)}
        inputs |= dict(zip(("smoothing", "pad_id"), options, strict=False))
        if aspect == GRADIENT:
            inputs["upstream"] = np.array(1.5)
        return Case(aspect, inputs, **more)

    def drawn(aspect, lengths, V, *options, scale=1.5, **more):
        L = max(lengths)
        logits = rng.normal(0, scale, (len(lengths), L, V))
        pad_id = options[1] if len(options) > 1 else 0
        words = [i for i in range(V) if i != pad_id]
        labels = rng.choice(words, (len(lengths), L))
        for row, length in zip(labels, lengths, strict=True):
            row[length - 1], row[length:] = 2, pad_id
        return case(aspect, logits, labels, *options, **more)

    nothing = rng.normal(0, 1, (2, 3, 7))
    # A label is by far the likeliest word in some places, the unlikeliest in others.
    large = rng.choice([-1000.0, 1000.0], (2, 4, 7)) + rng.normal(0, 1, (2, 4, 7))
    return [
        case(VALUE, [[[1.0, 2, 3, 0, -1]]], [[3]]),
        drawn(VALUE, [3, 3], 7),
        drawn(VALUE, [4, 4, 4], 11, 0.1),
        drawn(VALUE, [1, 1], 6, 0.1),
        drawn(PADDING, [3, 1], 6),
        drawn(PADDING, [5, 2, 3], 8),
        drawn(PADDING, [4, 5, 1], 5),  # V = L, so confusing the axes gives no error
        drawn(PADDING, [5, 2, 3], 8, 0.1, 4),
        drawn(PADDING, [2, 4], 9, 0.1, 8),
        drawn(SMOOTHING, [3, 3], 7, 0.0),
        drawn(SMOOTHING, [3, 5, 2], 7, 0.3),
        drawn(SMOOTHING, [3, 2], 7, 1.0),
        drawn(SMOOTHING, [3, 5, 2], 9, float(rng.uniform(0.15, 0.8)), 5),
        case(EMPTY_BATCH, nothing, np.zeros((2, 3), int)),
        case(EMPTY_BATCH, nothing, np.full((2, 3), 4), 0.2, 4),
        case(LARGE, large, sentences(rng, [4, 3], 7)),
        drawn(LARGE, [4, 3], 7, 0.2, scale=300),
        drawn(GRADIENT, [5, 2, 3], 8),
        drawn(GRADIENT, [2, 4], 9, 0.4, 8),
        drawn(PURE, [5, 2, 3], 8, 0.1, 4),
        drawn(EVERY_FLOAT, [5, 2, 3], 8, dtype="float32", tolerance=1e-4),
        drawn(EVERY_FLOAT, [5, 2, 3], 8, dtype="bfloat16", tolerance=BFLOAT16),
    ]


def wrong_loss(case: Case, seen: Observation) -> str | None:
    """Return the loss beside the right one, and the right one's two parts."""
    got, want = seen.values["loss"], TASK.expected(case)["loss"]
    if np.isclose(got, want, rtol=case.tolerance, atol=case.tolerance):
        return None
    x = case.inputs
    pad_id, smoothing = x.get("pad_id", 0), x.get("smoothing", 0.1)
    real = x["labels"] != pad_id
    symptom = f"the loss is {got:.6g}, expected {want:.6g}"
    if real.any():
        hard = TASK.expected(replace(case, inputs={**x, "smoothing": 0.0}))["loss"]
        even = TASK.expected(replace(case, inputs={**x, "smoothing": 1.0}))["loss"]
        symptom += (
            f" = {1 - smoothing:.3g} · {hard:.6g} (the mean of -log p of the labels) + "
            f"{smoothing:.3g} · {even:.6g} (the mean of -log p of all words)"
        )
    return (
        f"{symptom}, for logits of shape {x['logits'].shape}, {real.sum()} real labels "
        f"and {real.size - real.sum()} of padding (pad_id = {pad_id})"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        VALUE: 4,
        PADDING: 3,
        SMOOTHING: 2,
        EMPTY_BATCH: 0.5,
        LARGE: 1,
        GRADIENT: 1,
        PURE: 0.5,
        EVERY_FLOAT: 0.5,
    },
    cases=loss_cases,
    symptoms=(modifies_input, not_finite, wrong_loss),
)
