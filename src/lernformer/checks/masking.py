"""Checks of the masking chapter's tasks.

Sizes differ from one another wherever they can, so that an answer that confuses two
of them fails. A task's first case is small enough to follow by hand.
"""

from typing import Any

import numpy as np
import torch

from lernformer import masking as reference
from lernformer.checks.judging import numbers
from lernformer.checks.masking_steps import STEPS
from lernformer.checks.mistakes import masking as mistakes
from lernformer.checks.mistakes.attention.multi_head_attention import CROSS
from lernformer.checks.mistakes.common import (
    DTYPE,
    GRADIENT,
    LARGE,
    LEADING,
    PURE,
    SIZE,
    loses_dtype,
    modifies_input,
)
from lernformer.checks.mistakes.masking import BOOLEAN, DEVICE, EMPTY, LAST, SINGLE
from lernformer.checks.task import Case, Observation, Task
from lernformer.checks.values import (
    as_reference,
    as_tensors,
    call,
    probe_torch,
    random_mask,
    tensors,
)

PAD_ID = "asks for the pad_id it is given"
ANYWHERE = "finds padding wherever it stands"
BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 3
NOTHING = 1e-8  # what counts as 0 for a hidden weight; a fill of -1e4 gives 0
ROUNDED = 1e-3  # scores near 3000 have a last digit of 2e-4 in float32

# masks ------------------------------------------------------------------------------


def probe_mask(answer: Any, case: Case) -> Observation:
    """Ask for a mask; in the setting "device" for ids that are not on the CPU.

    Torch's device "meta" knows shapes but no numbers. An answer that looks at single
    numbers cannot be asked in this way, and is excused.
    """
    if case.setting != "device":
        return probe_torch("mask")(answer, case)
    inputs = {name: to_meta(x) for name, x in tensors(case).items()}
    try:
        mask = as_tensors(call(answer, inputs), ("mask",))["mask"]
    except Exception as error:
        if "expected device" in str(error):
            raise
        return Observation()
    return Observation(facts={"device": mask.device.type})


def to_meta(x: Any) -> Any:
    return x.to("meta") if isinstance(x, torch.Tensor) else x


def expected_mask(function: Any) -> Any:
    plainly = as_reference(function, probe_mask)
    return lambda case: {} if case.setting == "device" else plainly(case)


def leaves_device(case: Case, seen: Observation) -> str | None:
    device = seen.facts.get("device", "meta")
    if device == "meta":
        return None
    return f"the ids are on another device (as on a GPU), but the mask is on {device}"


def not_boolean(case: Case, seen: Observation) -> str | None:
    dtype = seen.facts.get("mask.dtype")
    if case.aspect == BOOLEAN and dtype != "torch.bool":
        return f"the mask has dtype {dtype} instead of torch.bool"
    return None


def truths(row: np.ndarray) -> str:
    told = ", ".join(str(bool(x)) for x in row[:12])
    return f"[{told}{', …' if len(row) > 12 else ''}]"


def is_truth(mask: np.ndarray) -> bool:
    return bool(np.isin(mask, (0, 1)).all())


MASK_SHARES = {SINGLE: 1, BOOLEAN: 1, PURE: 0.5, DEVICE: 0.5}

# padding_mask -----------------------------------------------------------------------


def padded(rng: np.random.Generator, lengths: list[int], size: int, pad: int = 0):
    """Sentences (B, size) with special tokens and words, then padding."""
    ids = rng.integers(4, 30, (len(lengths), size))
    ids += ids == pad
    ids[:, 0] = 1
    for row, length in zip(ids, lengths, strict=True):
        row[length:] = pad
        if length > 2:
            row[length - 2 : length] = 3, 2  # <unk>, <eos>
    return ids


def id_cases(rng: np.random.Generator, name: str, axes: str, right: str) -> list[Case]:
    def case(aspect, ids, *pad_id, setting=""):
        inputs = {name: np.asarray(ids)} | ({"pad_id": pad_id[0]} if pad_id else {})
        return Case(aspect, inputs, {"mask": axes}, setting)

    in_front = np.array([[0, 0, 8, 9, 2], [1, 7, 9, 2, 0], [0, 5, 0, 6, 0]])
    other = padded(rng, [6, 3, 5], 6, pad=7)
    other[:, 1] = 0  # no padding here
    return [
        case(right, [[5, 7, 0], [6, 0, 0]]),
        case(right, padded(rng, [3, 5, 4, 6], 6)),
        case(right, padded(rng, [5, 5, 2], 5)),
        case(right, padded(rng, [4, 2], 4), 0),
        case(PAD_ID, [[5, 7, 3], [6, 3, 3]], 3),
        case(PAD_ID, other, 7),
        case(PAD_ID, padded(rng, [4, 3, 2], 5, pad=-1), -1),
        case(ANYWHERE, [[0, 5, 6], [5, 6, 0]]),
        case(ANYWHERE, in_front),
        case(SINGLE, [[5, 7, 0]]),
        case(SINGLE, [[5], [0]]),
        case(SINGLE, [[5]]),
        case(BOOLEAN, padded(rng, [4, 3], 5)),
        case(PURE, padded(rng, [4, 3], 5)),
        case(PURE, padded(rng, [4, 3], 5, pad=9), 9),
        case(DEVICE, padded(rng, [4, 3], 5), setting="device"),
    ]


def padding_told(case: Case, seen: Observation) -> str | None:
    """The first sentence whose mask is wrong, in words."""
    mask = seen.values.get("mask")
    if mask is None or not is_truth(mask):
        return None
    want = expected_mask(reference.padding_mask)(case)["mask"]
    for ids, got, right in zip(case.inputs["ids"], mask, want, strict=True):
        if not np.array_equal(got, right):
            return (
                f"the ids {ids.tolist()} with pad_id = {case.inputs.get('pad_id', 0)} "
                f"give {truths(got[0, 0])}, expected {truths(right[0, 0])}"
            )
    return None


HIDES_PADDING = "hides padding and nothing else"

PADDING = Task(
    id="masking.padding_mask",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Two steps: ask each id whether it is padding, then give the answer the shape "
        "of attention's scores, (B, H, L_q, L_k).",
        "ids != pad_id is a boolean table (B, L). All heads and all queries share it: "
        "an axis of length 1 for each of them broadcasts.",
        "(ids != pad_id)[:, None, None, :]: batch, heads, queries, keys.",
    ),
    aspects={HIDES_PADDING: 5, PAD_ID: 2, ANYWHERE: 1, **MASK_SHARES},
    cases=lambda rng: id_cases(rng, "ids", "B 1 1 L", HIDES_PADDING),
    probe=probe_mask,
    expected=expected_mask(reference.padding_mask),
    symptoms=(modifies_input, leaves_device, not_boolean, padding_told),
    mistakes=mistakes.PADDING,
)

# look_ahead_mask --------------------------------------------------------------------


def look_ahead_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *lengths):
        names = ("query_length", "key_length")
        inputs = dict(zip(names, map(int, lengths), strict=False))
        return Case(aspect, inputs, {"mask": "1 1 L_q L_k"})

    future = "hides the future and nothing else"
    queries = rng.integers(6, 9)
    return [
        case(future, 3),
        case(future, 5),
        case(future, queries),
        case(future, 4, 4),
        case(LAST, 2, 3),
        case(LAST, 3, 5),
        case(LAST, 4, queries),
        case(SINGLE, 1),
        case(SINGLE, 1, 4),
        case(BOOLEAN, 4),
        case(BOOLEAN, 2, 5),
        case(SIZE, rng.integers(130, 140)),
        case(SIZE, 3, 2100),  # longer than a table kept for all
    ]


def cell_told(function: Any) -> Any:
    """Make a symptom that tells of the first wrong cell, in words."""

    def told(case: Case, seen: Observation) -> str | None:
        mask = seen.values.get("mask")
        if mask is None or not is_truth(mask):
            return None
        want = expected_mask(function)(case)["mask"]
        if np.array_equal(mask, want):
            return None
        b, _, i, j = map(int, np.argwhere(mask != want)[0])
        place = i + want.shape[-1] - want.shape[-2]  # of query i among the keys
        what = "itself" if j == place else "a later one" if j > place else "earlier"
        ids = case.inputs.get("tgt_ids")
        if ids is not None and ids[b, j] == case.inputs.get("pad_id", 0):
            what = "padding"
        may = "may" if mask[b, 0, i, j] else "may not"
        sentence = "" if ids is None else f" in the sentence {ids[b, :12].tolist()}"
        return (
            f"query {i} {may} attend to key {j} ({what}){sentence}; its row is "
            f"{truths(mask[b, 0, i])} instead of {truths(want[b, 0, i])}"
        )

    return told


LOOK_AHEAD = Task(
    id="masking.look_ahead_mask",
    points=2,
    difficulty=2,
    minutes=15,
    hints=(
        "Write down the table for four tokens: row i says what token i may see. Where "
        "is the border between True and False, and on which side is the diagonal?",
        "torch.ones(…, dtype=torch.bool).tril() keeps what is on and under the "
        "diagonal. With more keys than queries the first query stands at position "
        "key_length - query_length, so the border moves to the right by as much.",
        "torch.ones(query_length, key_length, dtype=torch.bool)"
        ".tril(key_length - query_length), then [None, None] for batch and heads.",
    ),
    aspects={
        "hides the future and nothing else": 5,
        LAST: 3,
        SINGLE: 0.5,
        SIZE: 0.5,
        BOOLEAN: 1,
    },
    cases=look_ahead_cases,
    probe=probe_mask,
    expected=expected_mask(reference.look_ahead_mask),
    symptoms=(not_boolean, cell_told(reference.look_ahead_mask)),
    mistakes=mistakes.LOOK_AHEAD,
    ready_made=(
        "torch.nn.Transformer.generate_square_subsequent_mask",
        "torch.nn.attention.bias.causal_lower_right",
        "torch.nn.attention.bias.causal_upper_left",
    ),
)

# decoder_mask -----------------------------------------------------------------------

HIDES_BOTH = "hides the future and padding"


def decoder_cases(rng: np.random.Generator) -> list[Case]:
    long = {"tgt_ids": padded(rng, [130], 140)}
    return [
        *id_cases(rng, "tgt_ids", "B 1 L_q L_k", HIDES_BOTH),
        Case(SIZE, long, {"mask": "B 1 L_q L_k"}),
    ]


DECODER = Task(
    id="masking.decoder_mask",
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "You have both masks already. A key is visible if this mask allows it – or, "
        "rather than or, what?",
        "Both have to allow it: &. The shapes (B, 1, 1, L) and (1, 1, L, L) broadcast "
        "to (B, 1, L, L). On which device is each of them?",
        "padding_mask(tgt_ids, pad_id) & "
        "look_ahead_mask(tgt_ids.size(-1)).to(tgt_ids.device).",
    ),
    aspects={HIDES_BOTH: 5, PAD_ID: 2, ANYWHERE: 0.5, SIZE: 0.5, **MASK_SHARES},
    cases=decoder_cases,
    probe=probe_mask,
    expected=expected_mask(reference.decoder_mask),
    symptoms=(
        modifies_input,
        leaves_device,
        not_boolean,
        cell_told(reference.decoder_mask),
    ),
    mistakes=mistakes.DECODER,
)

# masked_softmax ---------------------------------------------------------------------


def softmax_cases(rng: np.random.Generator) -> list[Case]:
    # Scores of a row are at most 6 apart, and hidden scores do not tower over visible
    # ones: where they do, exp underflows in answers that renormalise, which are right.
    def case(aspect, *shape, mask, **more):
        scores = rng.uniform(-3, 3, shape)
        return made(aspect, scores, random_mask(rng, *mask), **more)

    def made(aspect, scores, mask, **more):
        inputs = {"scores": np.asarray(scores, float), "mask": np.asarray(mask)}
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, inputs["scores"].shape)
        lead = {2: "", 3: "B ", 4: "B H "}[inputs["scores"].ndim]
        return Case(aspect, inputs, {"weights": f"{lead}L_q L_k"}, **more)

    def with_empty_rows(*shape):
        mask = random_mask(rng, *shape)
        mask[0, :, 0] = mask[-1, :, -1] = False
        return mask

    share = "shares one among the visible keys"
    rows = np.array([0.0, 1000.0, -3000.0])[:, None]
    large = rows + rng.uniform(-3, 3, (2, 4, 3, 5))
    wide = rng.normal(0, 1000, (2, 3, 4, 5))
    best = random_mask(rng, 2, 3, 4, 5) | (wide == wide.max(-1, keepdims=True))
    size = (2, 3, 4, 5)  # all different
    return [
        made(share, [[[[1, 2, 3]]]], [[[[True, True, False]]]]),
        case(share, 2, 3, 4, 4, mask=(2, 3, 4, 4)),
        case(share, *size, mask=(2, 1, 1, 5)),
        case(share, 2, 3, 4, 4, mask=(1, 1, 4, 4)),
        case(share, *size, mask=(2, 1, 4, 5)),
        made(share, np.full(size, 2.0), random_mask(rng, 2, 1, 4, 5)),
        made(share, rng.uniform(-3, 3, size), np.ones((2, 1, 1, 5), bool)),
        made(EMPTY, [[[[1, 2, 3], [4, 6, 5]]]], [[[[True, False, True], [False] * 3]]]),
        made(EMPTY, rng.uniform(-3, 3, size), with_empty_rows(2, 1, 4, 5)),
        made(EMPTY, rng.uniform(-3, 3, size), np.zeros((2, 1, 1, 5), bool)),
        case(LEADING, 4, 5, mask=(4, 5)),
        case(LEADING, 3, 4, 5, mask=(3, 1, 5)),
        case(LEADING, 3, 4, 5, mask=(3, 4, 5)),
        made(LARGE, large, random_mask(rng, 2, 1, 3, 5), tolerance=ROUNDED),
        made(LARGE, wide, best, tolerance=ROUNDED),
        case(PURE, *size, mask=(2, 1, 4, 5)),
        case(GRADIENT, *size, mask=(2, 1, 4, 5)),
        made(
            GRADIENT,
            rng.uniform(-3, 3, size),
            with_empty_rows(2, 1, 4, 5),
            setting="gradient of empty rows",
        ),
        case(DTYPE, *size, mask=(2, 1, 4, 5), dtype="float32", tolerance=1e-4),
        case(DTYPE, *size, mask=(2, 1, 4, 5), dtype="bfloat16", tolerance=BFLOAT16),
    ]


def probe_weights(*names: str) -> Any:
    """A probe that tells of empty rows nothing but their gradient, where asked."""
    plainly = probe_torch(*names)

    def probe(answer: Any, case: Case) -> Observation:
        seen = plainly(answer, case)
        if not case.setting:
            return seen
        kept = {name: x for name, x in seen.values.items() if name not in names}
        return Observation(kept, seen.facts)

    return probe


def loses_its_dtype(case: Case, seen: Observation) -> str | None:
    """Like ``loses_dtype``, where the weights are all that is returned."""
    got = seen.facts.get("weights.dtype", "").removeprefix("torch.")
    if case.aspect == DTYPE and got != case.dtype:
        return f"the scores are {case.dtype} but the weights are {got}"
    return None


def gradient_not_finite(case: Case, seen: Observation) -> str | None:
    for name, x in seen.values.items():
        if name.startswith("gradient") and not np.isfinite(x).all():
            where = " where a row may attend to nothing" if case.setting else ""
            return f"the {name} contains {x[~np.isfinite(x)].flat[0]}{where}"
    return None


def weights_told(case: Case, seen: Observation) -> str | None:
    """The first row of weights that no mask allows, in words."""
    if "weights" not in seen.values:
        return None
    weights = seen.values["weights"]
    mask = np.broadcast_to(case.inputs["mask"], weights.shape)
    hidden = np.where(mask, 0, np.abs(weights)).max(-1)
    sums, want = weights.sum(-1), mask.any(-1)
    off = np.abs(sums - want) > 1e-3 + case.tolerance
    broken = np.argwhere(~np.isfinite(sums) | (hidden > NOTHING) | off)
    if not len(broken):
        return None
    at = tuple(map(int, broken[0]))
    if not mask[at].any():
        what = "be zeros, for there is nothing to attend to"
    elif not np.isfinite(sums[at]):
        what = "hold numbers alone"
    elif hidden[at] > NOTHING:
        what = f"give 0 to hidden keys, not {hidden[at]:.4g}"
    else:
        what = f"sum to 1, not to {sums[at]:.4g}"
    scores = ""
    if "scores" in case.inputs:
        scores = f"the scores {numbers(case.inputs['scores'][at])} and "
    return (
        f"for {scores}the mask {truths(mask[at])} the row {list(at)} of the weights is "
        f"{numbers(weights[at])}; it should {what}"
    )


SOFTMAX = Task(
    id="masking.masked_softmax",
    points=3,
    difficulty=2,
    minutes=20,
    hints=(
        "Only scores that are very low lose all their weight. So change the hidden "
        "scores before the softmax, not the weights after it.",
        "scores.masked_fill(~mask, low) fills where the mask is False. With "
        "low = -inf a row that is hidden altogether turns into NaN; with a finite "
        "number it gets equal weights. What has to happen to those?",
        "scores.masked_fill(~mask, torch.finfo(scores.dtype).min).softmax(dim=-1), "
        "then .masked_fill(~mask, 0.0) on the weights.",
    ),
    aspects={
        "shares one among the visible keys": 4,
        EMPTY: 2,
        LEADING: 1,
        LARGE: 1,
        PURE: 0.5,
        GRADIENT: 1,
        DTYPE: 0.5,
    },
    cases=softmax_cases,
    probe=probe_weights("weights"),
    expected=as_reference(reference.masked_softmax, probe_weights("weights")),
    symptoms=(modifies_input, loses_its_dtype, gradient_not_finite, weights_told),
    mistakes=mistakes.SOFTMAX,
    ready_made=(
        "torch.masked.softmax",
        "torch.nn.functional.scaled_dot_product_attention",
        "lernformer.attention.attention_weights",
        "lernformer.attention.scaled_dot_product_attention",
    ),
)

# masked_attention -------------------------------------------------------------------


def attention_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lead, l_q, l_k, d_k, d_v, mask, **more):
        inputs = {
            "q": rng.uniform(-1.5, 1.5, (*lead, l_q, d_k)),
            "k": rng.uniform(-1.5, 1.5, (*lead, l_k, d_k)),
            "v": rng.normal(0, 1, (*lead, l_k, d_v)),
            "mask": random_mask(rng, *mask) if isinstance(mask, tuple) else mask,
        }
        if aspect == GRADIENT:
            inputs["upstream"] = rng.normal(0, 1, (*lead, l_q, d_v))
        if aspect == LARGE:  # by row: scores of a row lie far from 0, not far apart
            inputs["q"][..., 0] = rng.choice([-9.0, 9.0], (*lead, l_q))
            inputs["q"][..., 0, 0], inputs["q"][..., 1, 0] = 9, -9
            inputs["k"][..., 0] = 300 * d_k**0.5
        names = {0: "", 1: "B ", 2: "B H "}[len(lead)]
        axes = {"output": f"{names}L_q d_v", "weights": f"{names}L_q L_k"}
        return Case(aspect, inputs, axes, **more)

    average, sizes = "averages the values that the mask allows", (4, 5, 7, 6)
    past = np.tri(4, dtype=bool)[None, None]
    empty = random_mask(rng, 2, 1, 4, 5)
    empty[0, :, 1] = empty[1, :, 3] = False
    return [
        case(average, (1, 1), 2, 2, 2, 2, past[..., :2, :2]),
        # Equal sizes, so that swapped arguments give numbers and not an error …
        case(average, (2, 3), 4, 4, 5, 5, (2, 3, 4, 4)),
        case(average, (2, 3), 4, 4, 7, 5, past),
        case(average, (2, 3), 4, 4, 7, 5, (2, 1, 1, 4)),
        # … and sizes that all differ, so that one cannot stand for another.
        case(CROSS, (2, 3), *sizes, (2, 1, 1, 5)),
        case(CROSS, (2, 3), *sizes, (2, 1, 4, 5)),
        case(CROSS, (3, 2), 1, 4, 7, 5, (1, 1, 1, 4)),
        case(EMPTY, (2, 3), *sizes, empty),
        case(EMPTY, (2, 3), *sizes, np.arange(2)[:, None, None, None] < np.ones(5)),
        case(LEADING, (2,), *sizes, (2, 1, 5)),
        case(LEADING, (2,), *sizes, (2, 4, 5)),
        case(LEADING, (), *sizes, (4, 5)),
        case(LARGE, (2, 3), *sizes, (2, 1, 1, 5), tolerance=ROUNDED),
        case(PURE, (2, 3), *sizes, (2, 1, 4, 5)),
        case(GRADIENT, (2, 3), *sizes, (2, 1, 4, 5)),
        case(GRADIENT, (2, 3), *sizes, empty, setting="gradient of empty rows"),
        case(DTYPE, (2, 3), *sizes, (2, 1, 1, 5), dtype="float32", tolerance=1e-4),
        case(DTYPE, (2, 3), *sizes, (2, 1, 1, 5), dtype="bfloat16", tolerance=BFLOAT16),
    ]


def output_not_finite(case: Case, seen: Observation) -> str | None:
    output = seen.values.get("output", np.zeros(1))
    if np.isfinite(output).all():
        return None
    return f"output contains {output[~np.isfinite(output)].flat[0]}"


probe_attention = probe_weights("output", "weights")

ATTENTION = Task(
    id="masking.masked_attention",
    points=3,
    difficulty=2,
    minutes=15,
    hints=(
        "Three steps, as without a mask: scores, weights, average of the values. Only "
        "the step from scores to weights is new, and you have written it.",
        "Scores are q @ kᵀ / √d_k: k.transpose(-2, -1) swaps the last two axes "
        "whatever comes before them. masked_softmax turns them into weights.",
        "scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1)); weights = "
        "masked_softmax(scores, mask); return weights @ v, weights.",
    ),
    aspects={
        "averages the values that the mask allows": 4,
        CROSS: 2,
        EMPTY: 1,
        LEADING: 1,
        LARGE: 0.5,
        PURE: 0.5,
        GRADIENT: 0.5,
        DTYPE: 0.5,
    },
    cases=attention_cases,
    probe=probe_attention,
    expected=as_reference(reference.masked_attention, probe_attention),
    symptoms=(
        modifies_input,
        loses_dtype,
        gradient_not_finite,
        weights_told,
        output_not_finite,
    ),
    mistakes=mistakes.ATTENTION,
    ready_made=(
        "torch.nn.functional.scaled_dot_product_attention",
        "torch.nn.functional.multi_head_attention_forward",
        "torch.nn.MultiheadAttention",
        "lernformer.attention.attention_weights",
        "lernformer.attention.scaled_dot_product_attention",
    ),
)

TASKS = (PADDING, LOOK_AHEAD, DECODER, SOFTMAX, ATTENTION, STEPS)
