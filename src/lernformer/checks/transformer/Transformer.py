"""Check for ``transformer.Transformer``."""

import math

import numpy as np

from lernformer.checks.symptoms import loses_dtype, not_finite, stays_behind
from lernformer.checks.task import Task
from lernformer.checks.transformer.common import (
    BFLOAT16,
    DROPOUT,
    FLOAT32,
    ROUNDED,
    STEEP,
    adapt_parts,
    config,
    noticed,
    share_dropped,
)
from lernformer.mistakes.transformer.Transformer import words_and_positions
from lernformer.probes.aspects import DTYPE, FITS, GRADIENT, SIZE
from lernformer.probes.case import Case, Observation
from lernformer.probes.transformer.common import BY_LATER, ONES, POST, VARIES
from lernformer.probes.transformer.Transformer import (
    BY_NUMBERS,
    BY_PADDING,
    FIRST_LOSS,
    LOST,
    OTHER_NUMBERS,
    PROBE,
    READS,
)

WORSE_THAN_GUESSING = 3.0  # in nats, at most; ours is worse by less than 1

LOGITS = "gives logits over the next target word"

LOOKS_BACK = "sees no later word of the target"

PADDING = "reads no padding"

METHODS = "encodes and decodes in two steps"

TIED = "shares its tables of words as the configuration says"

DEVICE = "follows its inputs to another device"


def sentences(
    rng: np.random.Generator, lengths: list[int], size: int, words: int
) -> np.ndarray:
    """Return ids (B, size): <bos>, words, <eos> in every second sentence, padding."""
    ids = rng.integers(3, words, (len(lengths), size))
    ids[:, 0] = 1
    for row, length in zip(ids, lengths, strict=True):
        row[length:] = 0
    for row, length in zip(ids[::2], lengths[::2], strict=True):
        if length > 1:
            row[length - 1] = 2
    return ids


def model_cases(rng: np.random.Generator) -> list[Case]:
    weights = int(rng.integers(2**31))

    def case(aspect, src, tgt, sizes=(3, 2, 7), setting="", **more):
        own = {"dtype", "tolerance"} & more.keys()
        own = {name: more.pop(name) for name in own}
        upstream = aspect == GRADIENT
        inputs = config(*sizes, weights=weights, **{"n_layers": 1, **more})
        inputs["src"] = sentences(rng, src, max(src), inputs["src_vocab_size"])
        inputs["tgt"] = sentences(rng, tgt, max(tgt), inputs["tgt_vocab_size"])
        b, s, t = len(src), max(src), max(tgt)
        if setting == "decode":
            inputs["memory"] = rng.normal(0, 1, (b, s, inputs["d_model"]))
        if setting in ("padding inside", OTHER_NUMBERS):
            inputs["tgt"][0, 1] = 0
        if upstream:
            inputs["upstream"] = rng.normal(0, 1, (b, t, inputs["tgt_vocab_size"]))
        axes = {"output": "B S d_model" if setting == "encode" else "B T V"}
        own = {"tolerance": STEEP if aspect == GRADIENT else ROUNDED, **own}
        return Case(aspect, inputs, axes, setting, **own)

    src, tgt = [4, 4], [5, 5]
    mixed = [4, 2, 3], [6, 5, 2]
    smaller = {"src_vocab_size": 12, "tgt_vocab_size": 8}
    tied = {"tie_embeddings": True, "src_vocab_size": 10, "tgt_vocab_size": 10}
    untied = {"tie_output": False}
    half = {"dropout": 0.5}
    toy = {"src_vocab_size": 900, "tgt_vocab_size": 1000, "own parts": True}
    return [
        case(LOGITS, [2, 2], [2, 2], (2, 2, 3)),
        case(LOGITS, src, tgt, n_layers=2),
        case(LOGITS, src, tgt, **smaller),
        case(LOGITS, [5, 5, 5], [3, 3, 3], (2, 4, 5)),
        case(LOGITS, src, tgt, (3, 3, 5)),  # odd d_model
        case(LOGITS, src, tgt, setting="second call"),
        case(LOOKS_BACK, src, tgt, setting="other last word"),
        case(PADDING, [4, 2, 3], [6, 5, 4], setting=OTHER_NUMBERS),
        case(PADDING, *mixed, setting="more padding"),
        case(PADDING, *mixed),
        case(PADDING, [1, 4], [5, 1], setting="second call"),
        case(PADDING, [4, 2], [5, 4], setting="padding inside"),
        case(METHODS, *mixed, setting="encode"),
        case(METHODS, *mixed, setting="decode"),
        case(TIED, src, tgt, setting="learned"),
        case(TIED, src, tgt, setting="learned", **untied),
        case(TIED, src, tgt, setting="learned", **tied),
        case(TIED, src, tgt, **untied),
        case(TIED, src, tgt, **tied),
        case(POST, *mixed, norm_first=False),
        case(DROPOUT, *mixed, setting="eval with dropout", **half),
        case(DROPOUT, *mixed, setting="train without dropout"),
        case(DROPOUT, src, tgt, setting="dropout", **half),
        case(ONES, [1], [3]),
        case(ONES, [4, 2], [1, 1]),
        case(ONES, [13], [13]),  # max_length
        case(SIZE, [140], [140], max_length=150),
        case(GRADIENT, *mixed),
        case(DEVICE, src, tgt, setting="device"),
        case(DTYPE, *mixed, dtype="float32", tolerance=FLOAT32),
        case(DTYPE, *mixed, dtype="bfloat16", tolerance=BFLOAT16),
        case(FITS, [9] * 8, [12] * 8, (4, 16, 99), n_layers=2, **toy),
    ]


NOTICED = {
    BY_LATER: "a different last word of the target",
    BY_NUMBERS["src_vocab_size"]: "padding of the source",
    BY_NUMBERS["tgt_vocab_size"]: "padding of the target, inside of the sentence,",
    BY_PADDING: "more padding at the end of the source",
}


def words_dropped(case: Case, seen: Observation) -> str | None:
    """Return the symptom of words that reach the stacks wrongly during training."""
    if case.setting != "dropout":
        return None
    if VARIES in seen.values:
        still = "the output in training is the same each time, though dropout = 0.5"
        return None if seen.values[VARIES] else still
    p, right = case.inputs["dropout"], words_and_positions(case)
    for name in READS:
        got, want = seen.values[name], right[name]
        if got.shape != want.shape:
            return f"{name} has shape {got.shape}, expected {want.shape}"
        if np.allclose(got, want, atol=1e-3):
            return f"{name} is the same in training, though dropout = {p}"
        off = np.minimum(np.abs(got), np.abs(got - want / (1 - p)))
        if off.max() > 1e-3:
            at = np.unravel_index(np.argmax(off), off.shape)
            return (
                f"in training with dropout = {p}, {name} has {got[at]:.4g} where word "
                f"and position add up to {want[at]:.4g}; expected 0 or, if kept, "
                f"{want[at] / (1 - p):.4g}"
            )
        if symptom := share_dropped(got == 0, p, f"of {name}"):
            return symptom
    for name in LOST:
        if (worst := np.abs(seen.values[name]).max()) > 1e-3:
            return f"{name} in training is {worst:.4g}, expected 0"
    return None


def first_loss_high(case: Case, seen: Observation) -> str | None:
    """Return the symptom of logits that are far from zero before any training."""
    words = case.inputs["tgt_vocab_size"]
    loss, guessing = float(seen.values.get(FIRST_LOSS, 0)), math.log(words)
    if loss <= guessing + WORSE_THAN_GUESSING:
        return None
    return (
        f"in a newly made model a word costs {loss:.1f} nats; guessing among {words} "
        f"words costs ln {words} = {guessing:.1f}, and logits near zero cost about that"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        LOGITS: 3.5,
        LOOKS_BACK: 1,
        PADDING: 1.5,
        METHODS: 1,
        TIED: 1,
        FITS: 0.5,
        POST: 0.25,
        DROPOUT: 0.75,
        ONES: 0.25,
        SIZE: 0.25,
        GRADIENT: 0.25,
        DEVICE: 0.25,
        DTYPE: 0.5,
    },
    cases=model_cases,
    symptoms=(
        loses_dtype,
        stays_behind,
        not_finite,
        noticed(NOTICED),
        words_dropped,
        first_loss_high,
    ),
    adapt=adapt_parts,
)
