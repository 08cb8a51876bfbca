"""Helpers for the checks of several tasks in this chapter."""

from typing import Any

import numpy as np

from lernformer.checks.expected import as_reference, right
from lernformer.checks.masking.common import truths
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.masks import BOOLEAN, DEVICE, SINGLE, probe_mask

PAD_ID = "uses the pad_id it is given"

ANYWHERE = "finds padding wherever it stands"


def leaves_device(case: Case, seen: Observation) -> str | None:
    device = seen.facts.get("device", "meta")
    if device == "meta":
        return None
    return f"the ids are on a different device (a GPU), but the mask is on {device}"


def not_boolean(case: Case, seen: Observation) -> str | None:
    dtype = seen.facts.get("mask.dtype")
    if case.aspect == BOOLEAN and dtype != "torch.bool":
        return f"the mask has dtype {dtype} instead of torch.bool"
    return None


def is_truth(mask: np.ndarray) -> bool:
    return bool(np.isin(mask, (0, 1)).all())


MASK_SHARES = {SINGLE: 1, BOOLEAN: 1, PURE: 0.5, DEVICE: 0.5}


def padded(
    rng: np.random.Generator, lengths: list[int], size: int, pad: int = 0
) -> np.ndarray:
    """Return sentences (B, size) with special tokens and words, then padding."""
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
    other[:, 1] = 0  # 0 isn't padding here
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


def wrong_cell(function: Any) -> Any:
    """Make a symptom that names the first wrong cell, in words."""
    expected = as_reference(function, probe_mask)

    def symptom(case: Case, seen: Observation) -> str | None:
        mask = seen.values.get("mask")
        if mask is None or not is_truth(mask):
            return None
        want = right(case, expected)["mask"]
        if np.array_equal(mask, want):
            return None
        b, _, i, j = map(int, np.argwhere(mask != want)[0])
        place = i + want.shape[-1] - want.shape[-2]  # query i's place among the keys
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

    return symptom
