"""Check for ``translator.train_step``."""

import numpy as np

from lernformer.checks.expected import right
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.checks.translator.common import sentences
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.train_step import PROBE, RETURNS, TRAINING

WAYS = "learns again in every batch"

WHOLE = "teaches a Transformer"

STEPS = "takes one step down the loss"

LOSS = "smooths the labels as much as it is asked to"


def step_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lengths, optimizer="plain", *, calls=1, setting="", **more):
        src_vocab, tgt_vocab = 13, 9  # all sizes differ
        batches = {}
        for i in range(calls):
            # Sources are one word shorter and use ids that both vocabularies have, so
            # swapping the model's arguments gives numbers and no error.
            batches[f"src {i}"] = sentences(rng, [n - 1 for n in lengths], tgt_vocab)
            shuffled = rng.permutation(lengths).tolist()
            batches[f"tgt {i}"] = sentences(rng, shuffled, tgt_vocab)
        inputs = {
            **batches,
            "weights": int(rng.integers(2**31)),
            "src_vocab": src_vocab,
            "tgt_vocab": tgt_vocab,
            "d_model": 5,
            "optimizer": optimizer,
            **more,
        }
        return Case(aspect, inputs, setting=setting)

    return [
        case(STEPS, [4, 4], setting="training", smoothing=0.1),
        case(STEPS, [6, 3, 5], setting="training", smoothing=0.1),
        case(STEPS, [7, 4, 4, 5], "Adam", setting="training"),
        case(LOSS, [5, 3, 4], setting="training", smoothing=0.0),
        case(LOSS, [5, 6, 4], setting="training", smoothing=0.4),
        case(WAYS, [5, 3, 4], calls=2, setting="training"),
        case(WAYS, [6, 3], "momentum", calls=3, setting="training"),
        case(TRAINING, [5, 3, 4], setting=""),
        case(TRAINING, [5, 3, 4], "momentum", calls=2, setting=""),
        case(RETURNS, [5, 3, 4], setting="training"),
        case(WHOLE, [5, 3, 4], "momentum", calls=2, setting="Transformer, training"),
        case(PURE, [5, 3, 4], setting="training"),
    ]


def wrong_step(case: Case, seen: Observation) -> str | None:
    """Return the symptom of a wrong step."""
    if case.aspect == RETURNS and "graph" in seen.facts:
        return "the loss is returned with its graph, expected a number"
    evaluating = "calls" in seen.facts and "training" not in seen.facts
    if case.aspect == TRAINING and evaluating:
        return "the model came in evaluation mode, and is called in that mode"
    want = right(case, TASK.expected)
    for i, (got, true) in enumerate(
        zip(seen.values["losses"], want["losses"], strict=True)
    ):
        if not np.isclose(got, true, rtol=case.tolerance, atol=case.tolerance):
            return f"the loss of step {i + 1} is {got:.6g}, expected {true:.6g}"
        if np.allclose(
            seen.values["parameters"][i],
            want["parameters"][i],
            rtol=case.tolerance,
            atol=case.tolerance,
        ):
            continue
        if seen.facts["learned"] == "no":
            return "no parameter of the model has changed"
        off = np.abs(seen.values["parameters"][i] - want["parameters"][i])
        return (
            f"after step {i + 1} of the optimiser ({case.inputs['optimizer']}) "
            f"{int((off > case.tolerance).sum())} of {off.size} parameters are not "
            f"where one step down the loss's gradient leads, by {off.max():.2g} at most"
        )
    return None


TASK = Task(
    probe=PROBE,
    aspects={
        STEPS: 4,
        LOSS: 1,
        WAYS: 2,
        TRAINING: 1,
        RETURNS: 0.5,
        WHOLE: 1,
        PURE: 0.5,
    },
    cases=step_cases,
    symptoms=(modifies_input, wrong_step),
)
