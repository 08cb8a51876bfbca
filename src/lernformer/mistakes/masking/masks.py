"""Mistakes that several tasks of the chapter share."""

import numpy as np

from lernformer.mistakes.common import NUMPY_RETURNED, SIZE_LIMITED, fails, sign
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.masks import BOOLEAN, DEVICE

INVERTED = (
    "the mask is the wrong way round. It should say True where a query may attend, and "
    "False where a key is hidden."
)

PAD_ID = "padding is assumed to be 0; compare with pad_id."

LENGTHS = (
    "it counts tokens, or stops at the first padding; padding may also come in front, "
    "so compare each id with pad_id."
)

ONE_FOR_ALL = "one sentence decides for the whole batch; each has its own padding."


def _additive(case: Case, seen: Observation) -> bool:
    mask = seen.values.get("mask", np.zeros(1))
    return mask.size > 0 and mask.max() <= 0 and mask.min() < -9


def fewer_axes(case: Case, seen: Observation) -> bool:
    return bool(seen.values) and seen.values["mask"].ndim < 4


EVERYWHERE = (
    SIZE_LIMITED,
    sign(
        "truth_value_asked",
        "the words not, and, or ask for a single truth value of a whole tensor, and is "
        "compares objects, not numbers; ~, &, |, == and != work element by element.",
        fails("Boolean value of Tensor", "got True", "got False"),
    ),
    NUMPY_RETURNED,
    sign(
        "additive_mask",
        "this mask is made to be added to the scores (0, and -inf or -1e9); here a "
        "mask is boolean, True = may attend, and masked_softmax does the rest.",
        _additive,
    ),
    sign(
        "mask_not_boolean",
        "the mask holds numbers; give dtype=torch.bool, or end with .bool(), so that "
        "~mask and masked_fill work.",
        lambda case, seen: case.aspect == BOOLEAN and bool(seen.values),
    ),
    sign(
        "device_fixed",
        "a new tensor is made on the CPU, but the ids may live on a GPU; make it with "
        "device=ids.device. (The check puts the ids on torch's device “meta”, which "
        "every computer has.)",
        lambda case, seen: case.aspect == DEVICE,
    ),
)
