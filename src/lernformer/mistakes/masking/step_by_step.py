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
    root_of_number_of_queries,
)
from lernformer.mistakes.common import (
    AXES_SQUEEZED,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    WRITTEN_OVER,
    derived,
    fails,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.aspects import LARGE
from lernformer.probes.case import Case, Observation
from lernformer.probes.masking.step_by_step import GONE

FROM_ATTENTION = (  # mistakes that one query alone can show
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

AFTER_ALL = (
    "a mask hides what comes later, but it is still there: 0 times NaN is NaN. At step "
    "t take only what exists by then: k[..., : t + 1, :], and v likewise."
)

BEFORE_ONLY = (
    "step t sees the keys before t and not its own: [:t] leaves out t, and [: t + 1] "
    "has it."
)

FIRST_ONLY = (
    "every step sees the first key only; at step t there are those from 0 to t."
)

ZEROED = (
    "later keys are zero, but they are still there: a score of 0 gets its share of the "
    "weight. Cut them off, k[..., : t + 1, :], and the values too."
)

CUT_LATE = (
    "the softmax runs over all keys and is cut afterwards, so the weights that are "
    "left no longer sum to 1; cut the keys, or the scores, before the softmax."
)

AXIS = (
    "the steps are joined along the wrong axis, or along a new one, and no reshape "
    "puts that right; with each step (B, H, 1, d_v) it is torch.cat(steps, dim=-2)."
)

ALL_SEEN = (
    "each step attends to all keys, to those that come later as well; at step t there "
    "are t + 1 of them: k[..., : t + 1, :], and v likewise. (Or do the steps run over "
    "sentences or heads? The length is the last axis but one.)"
)


def _nan_where_gone(case: Case, seen: Observation) -> bool:
    return case.setting == GONE and bool(seen.values)


def _nan_replaced(case: Case, seen: Observation) -> bool:
    output = seen.values.get("output", np.zeros(1))
    before = ~np.isnan(case.inputs["q"]).any((0, 1, 3))  # tokens that are numbers
    kept = output.shape[2:3] == before.shape and np.isfinite(output[:, :, before])
    return case.setting == GONE and bool(np.all(kept))


def _fewer_keys(seen: Observation) -> bool | None:
    """Whether fewer keys than values meet; ``None`` if none do not fit."""
    told = re.search(r"to be: \[\d+, (\d+)\] but got: \[\d+, (\d+)\]", seen.trouble)
    told = told or re.search(r"(\d+) keys need as many values, got (\d+)", seen.trouble)
    return int(told[1]) < int(told[2]) if told else None


def _longer(case: Case, seen: Observation) -> bool:
    """As many rows as 1 + 2 + … + T."""
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
    """The answer that stacks the steps along an axis of their own."""

    def stacked(q, k, v):
        """stack adds an axis."""
        return torch.stack(each_step(q, k, v), dim=dim)

    return stacked


MISTAKES = Catalogue()

MISTAKES.sign(
    "nan_made_a_number",
    "NaN is replaced, which hides it from later steps as well, where it belongs. "
    "Replace nothing: at step t take only what exists by then, k[..., : t + 1, :].",
    _nan_replaced,
)
MISTAKES.sign("mask_instead_of_steps", AFTER_ALL, _nan_where_gone)
MISTAKES.append(INPUT_MODIFIED)


@MISTAKES.answer("itself_unseen", BEFORE_ONLY)
@stepping
def up_to_t(q, k, v, t):
    """Up to t is [:t]."""
    return attend(at(q, t), k[..., :t, :], v[..., :t, :])


@MISTAKES.answer("itself_unseen", BEFORE_ONLY)
def up_to_t_but_one_at_least(q, k, v):
    """[:t], and the first step gets one, since nothing gives nothing."""
    steps = []
    for t in range(q.size(-2)):
        n = max(t, 1)
        steps.append(attend(at(q, t), k[..., :n, :], v[..., :n, :]))
    return torch.cat(steps, dim=-2)


@MISTAKES.answer(
    "sees_the_next",
    "each step sees one key too many, the next one: with [: t + 1] it sees 0 to t.",
)
def one_too_many(q, k, v):
    """[: t + 2]: one too many."""
    steps = []
    for t in range(q.size(-2)):
        steps.append(attend(at(q, t), k[..., : t + 2, :], v[..., : t + 2, :]))
    return torch.cat(steps, dim=-2)


@MISTAKES.answer("sees_the_future", ALL_SEEN)
@stepping
def all_keys_at_each_step(q, k, v, t):
    """One query after the other, but with all keys."""
    return attend(at(q, t), k, v)


@MISTAKES.answer(
    "own_key_only",
    "each step sees its own key only, so its value comes out as it is; keys and "
    "values begin at 0: [: t + 1], not [t : t + 1].",
)
@stepping
def each_its_own(q, k, v, t):
    """Cuts keys and values as it cuts the query."""
    return attend(at(q, t), at(k, t), at(v, t))


@MISTAKES.answer("first_key_only", FIRST_ONLY)
@stepping
def key_of_the_first(q, k, v, t):
    """The keys of the first position, at every step."""
    return attend(at(q, t), at(k, 0), at(v, 0))


@MISTAKES.answer("first_key_only", FIRST_ONLY)
@stepping
def librarys_causal_step(q, k, v, t):
    """is_causal: one query is the first, and sees the first key."""
    return F.scaled_dot_product_attention(
        at(q, t), past(k, t), past(v, t), is_causal=True
    )


@MISTAKES.answer(
    "last_key_only",
    "every step sees the last key of all; at step t there are those from 0 to t.",
)
@stepping
def key_of_the_last(q, k, v, t):
    """-1 is the newest key: of all, not of those so far."""
    return attend(at(q, t), k[..., -1:, :], v[..., -1:, :])


@MISTAKES.answer(
    "rest_for_past",
    "step t sees the keys from t on, that is what comes later; [: t + 1] is what "
    "came before.",
)
@stepping
def from_t_on(q, k, v, t):
    """[t:] for [: t + 1]."""
    return attend(at(q, t), k[..., t:, :], v[..., t:, :])


@MISTAKES.answer(
    "last_two_only",
    "each step sees the newest key and the one before; it may look back as far as "
    "the sentence goes.",
)
def window_of_two(q, k, v):
    """The newest key and the one before."""

    def step(q, k, v, t):
        near = slice(max(t - 1, 0), t + 1)
        return attend(at(q, t), k[..., near, :], v[..., near, :])

    return stepping(step)(q, k, v)


@MISTAKES.answer("future_zeroed", ZEROED)
def zeros_to_be_filled(q, k, v):
    """A cache of full length, filled step by step, read as a whole."""
    keys, values = torch.zeros_like(k), torch.zeros_like(v)
    steps = []
    for t in range(q.size(-2)):
        keys, values = keys.clone(), values.clone()
        keys[..., t, :], values[..., t, :] = k[..., t, :], v[..., t, :]
        steps.append(attend(at(q, t), keys, values))
    return torch.cat(steps, dim=-2)


@MISTAKES.answer("future_zeroed", ZEROED)
def later_set_to_zero(q, k, v):
    """What is zero is not there."""
    there = triangle(q)[..., None]  # (T, T, 1)

    def step(q, k, v, t):
        return attend(at(q, t), k * there[t], v * there[t])

    return stepping(step)(q, k, v)


@MISTAKES.answer("cut_after_softmax", CUT_LATE)
def weights_cut(q, k, v):
    """All weights at once, of which each step takes those of its past."""
    weights = (q @ k.mT / math.sqrt(q.size(-1))).softmax(dim=-1)
    return stepping(lambda q, k, v, t: weights[..., t : t + 1, : t + 1] @ past(v, t))(
        q, k, v
    )


@MISTAKES.answer(
    "query_not_advanced",
    "the first query asks at every step; at step t it is query t, the last "
    "of those so far.",
)
@stepping
def first_query_always(q, k, v, t):
    """The keys grow, the query stays the first."""
    return attend(at(q, 0), past(k, t), past(v, t))


@MISTAKES.answer(
    "query_of_the_last",
    "the last query of all asks at every step; at step t it is query t: "
    "q[..., t : t + 1, :].",
)
@stepping
def last_query_always(q, k, v, t):
    """-1 is the newest: of all, not of those so far."""
    return attend(q[..., -1:, :], past(k, t), past(v, t))


@MISTAKES.answer(
    "cut_along_heads",
    "keys and values are cut along the heads, axis 1; the length is axis 2, or -2: "
    "k[:, :, : t + 1], or k[..., : t + 1, :].",
)
def second_axis_cut(q, k, v):
    """As many steps as places, but keys are cut along axis 1."""
    steps = []
    for t in range(q.size(2)):
        steps.append(attend(at(q, t), k[:, : t + 1], v[:, : t + 1]))
    return torch.cat(steps, dim=2)


MISTAKES.sign(
    "query_along_heads",
    "axis 1 holds the heads, and the steps go along axis 2, or -2: q[:, :, t : t + 1], "
    "or q[..., t : t + 1, :].",
    fails("out of bounds for dimension 1 with"),
)
MISTAKES.sign(
    "steps_overlap",
    "step t gives t + 1 rows, one for each query so far; keep the newest, or ask "
    "with query t alone.",
    _longer,
)
MISTAKES.sign(
    "values_not_cut",
    "keys and values must be cut alike: step t has t + 1 of each.",
    lambda case, seen: (
        _fewer_keys(seen) is True or fails("must match the size")(case, seen)
    ),
)
MISTAKES.sign(
    "keys_not_cut",
    "the values are cut and the keys are not; step t has t + 1 of each.",
    lambda case, seen: _fewer_keys(seen) is False,
)
MISTAKES.sign(
    "output_as_wide_as_queries",
    "the output is made as wide as the queries or the keys; it is as wide as the "
    "values: v.size(-1).",
    fails("expanded size of the tensor"),
)
MISTAKES.sign(
    "pairs_joined",
    "attention returns (output, weights); take the output of each step.",
    fails("but got tuple", "found type tuple"),
)
MISTAKES.sign(
    "weights_returned",
    "attention gives (output, weights); return the outputs alone, those of all steps.",
    fails("got a tuple of 2"),
)
MISTAKES.sign(
    "list_returned",
    "the steps are still a list; torch.cat(steps, dim=-2) makes one tensor of it.",
    fails("got a list of"),
)


@MISTAKES.answer(
    "last_step_only", "the last step alone is returned; keep the output of every step."
)
def newest_only(q, k, v):
    """A decoder wants the newest only."""
    for t in range(q.size(-2)):
        output = attend(at(q, t), past(k, t), past(v, t))
    return output


@MISTAKES.answer(
    "last_step_only", "the first step alone is returned; is the return inside the loop?"
)
def returned_in_the_loop(q, k, v):
    """The return stands in the loop."""
    for t in range(q.size(-2)):
        return attend(at(q, t), past(k, t), past(v, t))


@MISTAKES.answer("step_left_out", "one step is missing: t runs from 0 to T - 1.")
def from_one_on(q, k, v):
    """Counts from 1, so the first step is missing."""
    return torch.cat(each_step(q, k, v)[1:], dim=-2)


@MISTAKES.answer("step_left_out", "one step is missing: t runs from 0 to T - 1.")
def up_to_the_last(q, k, v):
    """range(T - 1)."""
    return torch.cat(each_step(q, k, v)[:-1], dim=-2)


@MISTAKES.answer("joined_along_another_axis", AXIS)
def joined_as_features(q, k, v):
    """Beside each other."""
    return torch.cat(each_step(q, k, v), dim=-1)


@MISTAKES.answer("joined_along_another_axis", AXIS)
def joined_as_sentences(q, k, v):
    """dim is 0 by default."""
    return torch.cat(each_step(q, k, v))


@MISTAKES.answer("joined_along_another_axis", AXIS)
def joined_as_heads(q, k, v):
    """dim=1 is the length, as in (B, L, d)."""
    return torch.cat(each_step(q, k, v), dim=1)


for dim in (0, 2, -2, -1):
    MISTAKES.answer("joined_along_another_axis", AXIS)(stacked_along(dim))


@MISTAKES.answer("joined_along_another_axis", AXIS)
def steps_first(q, k, v):
    """stack puts the steps before the batch."""
    return torch.stack([step.squeeze(-2) for step in each_step(q, k, v)])


@MISTAKES.answer("joined_along_another_axis", AXIS)
def stacked_and_reshaped(q, k, v):
    """Stacked in front, and reshaped until the shape is right."""
    steps = torch.stack(each_step(q, k, v))
    return steps.reshape(*q.shape[:-1], v.size(-1))


@MISTAKES.answer("joined_along_another_axis", AXIS)
def joined_as_heads_and_reshaped(q, k, v):
    """Joined as heads, and reshaped until the shape is right."""
    return torch.cat(each_step(q, k, v), dim=1).reshape(*q.shape[:-1], v.size(-1))


@MISTAKES.answer("joined_along_another_axis", AXIS)
def steps_before_heads(q, k, v):
    """The steps are the length, and that is axis 1."""
    return torch.stack([step.squeeze(-2) for step in each_step(q, k, v)], dim=1)


@MISTAKES.answer(
    "steps_of_heads",
    "there are as many steps as heads; the length is axis 2: t runs to q.size(-2).",
)
def as_many_steps_as_heads(q, k, v):
    """q.size(1) is the length, as in (B, L, d)."""
    return torch.cat(each_step(q, k, v)[: q.size(1)], dim=-2)


@MISTAKES.answer(
    "axis_lost",
    "q[:, :, t] has lost the axis of length, so that heads take its place; a slice "
    "keeps it: q[:, :, t : t + 1].",
)
def query_without_its_axis(q, k, v):
    """Query t is q[:, :, t]."""
    steps = [attend(q[:, :, t], past(k, t), past(v, t)) for t in range(q.size(2))]
    return torch.stack(steps, dim=2)


@MISTAKES.answer("steps_reversed", "the newest step comes first; row t is step t.")
def newest_first(q, k, v):
    """The newest comes first."""
    return torch.cat(each_step(q, k, v)[::-1], dim=-2)


@MISTAKES.answer(
    "steps_added_up",
    "each row is the sum of all steps so far; it is the output of its own step.",
)
def running_sum(q, k, v):
    """Adds each step to those before."""
    return torch.cat(each_step(q, k, v), dim=-2).cumsum(dim=-2)


@MISTAKES.answer(
    "query_key_swapped",
    "query and key are swapped: query t meets the keys so far.",
    seen="course",
)
@stepping
def key_asks(q, k, v, t):
    """The newest key meets the queries so far."""
    return attend(at(k, t), past(q, t), past(v, t))


@MISTAKES.answer(
    "plain_average",
    "all values so far count the same; they are weighted by the softmax of the scores.",
)
@stepping
def average_of_the_past(q, k, v, t):
    """All that is there counts the same."""
    return past(v, t).mean(dim=-2, keepdim=True)


@MISTAKES.answer(
    "scale_by_sqrt_length",
    "the scores are divided by the square root of the length; d_k is the last "
    "axis, q.size(-1).",
    seen="course",
)
def root_of_the_length(q, k, v):
    """The whole length for d_k."""
    scale = math.sqrt(q.size(-1) / q.size(-2))
    return stepping(
        lambda q, k, v, t: attend(at(q, t) * scale, past(k, t), past(v, t))
    )(q, k, v)


# with one query its length is no mistake of its own
MISTAKES += derived(
    (known for known in ATTENTION if known.answer is not root_of_number_of_queries),
    step_after_step,
    *FROM_ATTENTION,
)
MISTAKES += (AXES_SQUEEZED, WRITTEN_OVER, GRADIENT_CUT, DTYPE_LOST)
MISTAKES.sign(
    "overflow",
    "exp overflows for large scores; take torch.softmax, or subtract each row's "
    "own largest score first.",
    lambda case, seen: case.aspect == LARGE,
    seen="course",
)
