"""Typical wrong answers to ``masking.step_by_step``."""

import functools
import math
import re

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.mistakes.attention.scaled_dot_product_attention import (
    MISTAKES as ATTENTION,
)
from lernformer.mistakes.attention.scaled_dot_product_attention import (
    right,
)
from lernformer.mistakes.common import derived
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.step_by_step import GONE

FROM_ATTENTION = (  # mistakes that a single query can show
    "no_scale",
    "scale_by_d_k",
    "scale_by_sqrt_length",
    "scale_by_sqrt_d_v",
    "scale_multiplied",
    "scale_precedence",
    "scale_rounded",
    "scale_hard_coded",
    "softmax_over_queries",
    "softmax_dim_missing",
    "key_value_swapped",
    "reshape_for_transpose",
    "cosine_scores",
    "batch_of_one",
    "softmax_twice",
    "log_softmax",
    "sigmoid",
    "hard_max",
    "softmax_missing",
    "scale_after_softmax",
)


AXIS = (
    "The code joins the steps along the wrong axis, or along a new one, and no reshape "
    "fixes that. Each step is (B, H, 1, d_v), so use torch.cat(steps, dim=-2)."
)


def _nan_where_gone(case: Case, seen: Observation) -> bool:
    return case.setting == GONE and bool(seen.values)


def _nan_replaced(case: Case, seen: Observation) -> bool:
    output = seen.values.get("output", np.zeros(1))
    before = ~np.isnan(case.inputs["q"]).any((0, 1, 3))  # tokens that are numbers
    kept = output.shape[2:3] == before.shape and np.isfinite(output[:, :, before])
    return case.setting == GONE and bool(np.all(kept))


def _fewer_keys(seen: Observation) -> bool | None:
    """Whether there are fewer keys than values; ``None`` if no error says so."""
    pair = re.search(r"to be: \[\d+, (\d+)\] but got: \[\d+, (\d+)\]", seen.trouble)
    pair = pair or re.search(r"(\d+) keys need as many values, got (\d+)", seen.trouble)
    return int(pair[1]) < int(pair[2]) if pair else None


def _longer(case: Case, seen: Observation) -> bool:
    """Whether a result has 1 + 2 + … + T rows."""
    length = case.inputs["q"].shape[-2]
    return any(
        x.ndim == 4 and x.shape[-2] == length * (length + 1) // 2
        for x in seen.values.values()
    )


def attend(q, k, v):
    return right(q, k, v)[0]


def stepping(step):
    """The answer whose step t gives `step(q, k, v, t)`, (B, H, 1, d_v)."""

    @functools.wraps(step)
    def answer(q, k, v):
        return torch.cat([step(q, k, v, t) for t in range(q.size(-2))], dim=-2)

    return answer


def past(x, t):
    return x[..., : t + 1, :]


def at(x, t):
    return x[..., t : t + 1, :]


def triangle(q):
    return torch.ones(q.size(-2), q.size(-2), dtype=torch.bool).tril()


def each_step(q, k, v):
    return [attend(at(q, t), past(k, t), past(v, t)) for t in range(q.size(-2))]


def step_after_step(attention):
    """The answer that calls ``attention`` at each step."""
    return stepping(
        lambda q, k, v, t: attention(at(q, t), past(k, t), past(v, t))[0],
    )


def stacked_along(dim):
    """The answer that stacks the steps along a new axis."""

    def stacked(q, k, v):
        """torch.stack joins the steps as torch.cat does."""
        return torch.stack(each_step(q, k, v), dim=dim)

    return stacked


def later_set_to_zero(q, k, v):
    """Keys and values that are zero don't count."""
    there = triangle(q)[..., None]  # (T, T, 1)

    def step(q, k, v, t):
        return attend(at(q, t), k * there[t], v * there[t])

    return stepping(step)(q, k, v)


JOINED_ALONG_ANOTHER_AXIS_FAMILY = Catalogue()

for dim in (0, 2, -2, -1):
    JOINED_ALONG_ANOTHER_AXIS_FAMILY.answer("joined_along_another_axis", AXIS)(
        stacked_along(dim)
    )


def root_of_the_length(q, k, v):
    """d_k is the length of the whole sentence."""
    scale = math.sqrt(q.size(-1) / q.size(-2))
    return stepping(
        lambda q, k, v, t: attend(at(q, t) * scale, past(k, t), past(v, t))
    )(q, k, v)


# with a single query, the number of queries gives no separate mistake
DERIVED = derived(
    (
        known
        for known in ATTENTION
        if known.answer is not ATTENTION.named("root_of_number_of_queries")
    ),
    step_after_step,
    *FROM_ATTENTION,
)


MISTAKES = mistakes(globals())
