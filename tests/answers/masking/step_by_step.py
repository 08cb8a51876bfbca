"""Answers to `step_by_step(q, k, v)`: attention as a decoder writes.

q and k (B, H, T, d_k), v (B, H, T, d_v); returns (B, H, T, d_v).
"""

import math

import torch
import torch.nn.functional as F

from lernformer.attention import scaled_dot_product_attention

from .. import mutant, variant

TASK = "masking.step_by_step"


def attend(q, k, v):
    return scaled_dot_product_attention(q, k, v)[0]


def stepping(step):
    """The answer whose step t gives `step(q, k, v, t)`, (B, H, 1, d_v)."""

    def answer(q, k, v):
        return torch.cat([step(q, k, v, t) for t in range(q.size(-2))], dim=-2)

    return answer


def past(x, t):
    return x[..., : t + 1, :]


def at(x, t):
    return x[..., t : t + 1, :]


def triangle(q):
    return torch.ones(q.size(-2), q.size(-2), dtype=torch.bool).tril()


# --- Wrong: what a step sees -----------------------------------------------------


@mutant(TASK, mistake="itself_unseen")
def up_to_t(q, k, v):
    """Up to t is [:t]."""
    return stepping(lambda q, k, v, t: attend(at(q, t), k[..., :t, :], v[..., :t, :]))(
        q, k, v
    )


@mutant(TASK, mistake="itself_unseen")
def up_to_t_but_one_at_least(q, k, v):
    """[:t], and the first step gets one, since nothing gives nothing."""
    steps = []
    for t in range(q.size(-2)):
        n = max(t, 1)
        steps.append(attend(at(q, t), k[..., :n, :], v[..., :n, :]))
    return torch.cat(steps, dim=-2)


@mutant(TASK, mistake="sees_the_next")
def one_too_many(q, k, v):
    """[: t + 2]: one too many."""
    steps = []
    for t in range(q.size(-2)):
        steps.append(attend(at(q, t), k[..., : t + 2, :], v[..., : t + 2, :]))
    return torch.cat(steps, dim=-2)


@mutant(TASK, mistake="sees_the_future")
def all_keys_at_each_step(q, k, v):
    """One query after the other, but with all keys."""
    return stepping(lambda q, k, v, t: attend(at(q, t), k, v))(q, k, v)


@mutant(TASK, mistake="sees_the_future")
def no_steps(q, k, v):
    """All at once, without a mask."""
    return attend(q, k, v)


@mutant(TASK, mistake="own_key_only")
def each_its_own(q, k, v):
    """Cuts keys and values as it cuts the query."""
    return stepping(lambda q, k, v, t: attend(at(q, t), at(k, t), at(v, t)))(q, k, v)


@mutant(TASK, mistake="own_key_only")
def values_returned(q, k, v):
    """A softmax of one score is 1."""
    return v.clone()


@mutant(TASK, mistake="first_key_only")
def key_of_the_first(q, k, v):
    """The keys of the first position, at every step."""
    return stepping(lambda q, k, v, t: attend(at(q, t), at(k, 0), at(v, 0)))(q, k, v)


@mutant(TASK, mistake="last_key_only")
def key_of_the_last(q, k, v):
    """-1 is the newest key: of all, not of those so far."""
    return stepping(
        lambda q, k, v, t: attend(at(q, t), k[..., -1:, :], v[..., -1:, :])
    )(q, k, v)


@mutant(TASK, mistake="rest_for_past")
def from_t_on(q, k, v):
    """[t:] for [: t + 1]."""
    return stepping(lambda q, k, v, t: attend(at(q, t), k[..., t:, :], v[..., t:, :]))(
        q, k, v
    )


@mutant(TASK, mistake="last_two_only")
def window_of_two(q, k, v):
    """The newest key and the one before."""

    def step(q, k, v, t):
        near = slice(max(t - 1, 0), t + 1)
        return attend(at(q, t), k[..., near, :], v[..., near, :])

    return stepping(step)(q, k, v)


@mutant(TASK, mistake="future_zeroed")
def later_set_to_zero(q, k, v):
    """What is zero is not there."""
    there = triangle(q)[..., None]  # (T, T, 1)

    def step(q, k, v, t):
        return attend(at(q, t), k * there[t], v * there[t])

    return stepping(step)(q, k, v)


@mutant(TASK, mistake="future_zeroed")
def zeros_to_be_filled(q, k, v):
    """A cache of full length, filled step by step, read as a whole."""
    keys, values = torch.zeros_like(k), torch.zeros_like(v)
    steps = []
    for t in range(q.size(-2)):
        keys, values = keys.clone(), values.clone()
        keys[..., t, :], values[..., t, :] = k[..., t, :], v[..., t, :]
        steps.append(attend(at(q, t), keys, values))
    return torch.cat(steps, dim=-2)


@mutant(TASK, mistake="cut_after_softmax")
def weights_cut(q, k, v):
    """All weights at once, of which each step takes those of its past."""
    weights = (q @ k.mT / math.sqrt(q.size(-1))).softmax(dim=-1)
    return stepping(lambda q, k, v, t: weights[..., t : t + 1, : t + 1] @ past(v, t))(
        q, k, v
    )


@mutant(TASK, mistake="values_not_cut")
def keys_alone_cut(q, k, v):
    """Only the keys are compared, so only they are cut."""
    steps = []
    for t in range(q.size(-2)):
        scores = at(q, t) @ past(k, t).mT / math.sqrt(q.size(-1))
        steps.append(scores.softmax(dim=-1) @ v)
    return torch.cat(steps, dim=-2)


@mutant(TASK, mistake="values_not_cut")
def keys_alone_cut_for_attention(q, k, v):
    """The same with the last chapter's function."""
    return stepping(lambda q, k, v, t: attend(at(q, t), past(k, t), v))(q, k, v)


@mutant(TASK, mistake="keys_not_cut")
def values_alone_cut(q, k, v):
    """Only the values are averaged, so only they are cut."""
    return stepping(lambda q, k, v, t: attend(at(q, t), k, past(v, t)))(q, k, v)


# --- Wrong: a mask after all ---------------------------------------------------------


@mutant(TASK, mistake="mask_instead_of_steps")
def masked_at_once(q, k, v):
    """One pass with the look-ahead mask."""
    return scaled_dot_product_attention(q, k, v, triangle(q))[0]


@mutant(TASK, mistake="mask_instead_of_steps")
def masked_step_by_step(q, k, v):
    """Steps, each with its row of the mask."""
    mask = triangle(q)
    steps = []
    for t in range(q.size(-2)):
        row = mask[t : t + 1]
        steps.append(scaled_dot_product_attention(at(q, t), k, v, row)[0])
    return torch.cat(steps, dim=-2)


@mutant(TASK, mistake="mask_instead_of_steps")
def librarys_causal(q, k, v):
    """torch has it."""
    return F.scaled_dot_product_attention(q, k, v, is_causal=True)


@mutant(TASK, mistake="mask_instead_of_steps")
def scores_hidden(q, k, v):
    """Minus infinity above the diagonal, by hand."""
    scores = q @ k.mT / math.sqrt(q.size(-1))
    return scores.masked_fill(~triangle(q), -math.inf).softmax(dim=-1) @ v


# --- Wrong: the query ------------------------------------------------------------


@mutant(TASK, mistake="query_not_advanced")
def first_query_always(q, k, v):
    """The keys grow, the query stays the first."""
    return stepping(lambda q, k, v, t: attend(at(q, 0), past(k, t), past(v, t)))(
        q, k, v
    )


@mutant(TASK, mistake="query_of_the_last")
def last_query_always(q, k, v):
    """-1 is the newest: of all, not of those so far."""
    return stepping(lambda q, k, v, t: attend(q[..., -1:, :], past(k, t), past(v, t)))(
        q, k, v
    )


@mutant(TASK, mistake="steps_overlap")
def all_queries_so_far(q, k, v):
    """Attends with all queries so far and keeps all their results."""
    return stepping(lambda q, k, v, t: attend(past(q, t), past(k, t), past(v, t)))(
        q, k, v
    )


@mutant(TASK, mistake="query_not_advanced")
def first_of_all_queries(q, k, v):
    """Attends with all queries so far and keeps the first result."""
    return stepping(
        lambda q, k, v, t: attend(past(q, t), past(k, t), past(v, t))[..., :1, :]
    )(q, k, v)


@mutant(TASK, mistake="nan_made_a_number")
def mask_and_no_nan(q, k, v):
    """A mask after all, and nothing that it could not hide."""
    k, v = k.nan_to_num(), v.nan_to_num()
    return scaled_dot_product_attention(q, k, v, triangle(q))[0]


# --- Wrong: how results are put together -----------------------------------------


@mutant(TASK, mistake="last_step_only")
def newest_only(q, k, v):
    """A decoder wants the newest only."""
    for t in range(q.size(-2)):
        output = attend(at(q, t), past(k, t), past(v, t))
    return output


@mutant(TASK, mistake="last_step_only")
def returned_in_the_loop(q, k, v):
    """The return stands in the loop."""
    for t in range(q.size(-2)):
        return attend(at(q, t), past(k, t), past(v, t))


def each_step(q, k, v):
    return [attend(at(q, t), past(k, t), past(v, t)) for t in range(q.size(-2))]


@mutant(TASK, mistake="joined_along_another_axis")
def joined_as_features(q, k, v):
    """Beside each other."""
    return torch.cat(each_step(q, k, v), dim=-1)


@mutant(TASK, mistake="joined_along_another_axis")
def joined_as_sentences(q, k, v):
    """dim is 0 by default."""
    return torch.cat(each_step(q, k, v))


@mutant(TASK, mistake="joined_along_another_axis")
def joined_as_heads(q, k, v):
    """dim=1 is the length, as in (B, L, d)."""
    return torch.cat(each_step(q, k, v), dim=1)


@mutant(TASK, mistake="joined_along_another_axis")
def stacked(q, k, v):
    """stack adds an axis."""
    return torch.stack(each_step(q, k, v), dim=-2)


@mutant(TASK, mistake="joined_along_another_axis")
def steps_first(q, k, v):
    """stack puts the steps before the batch."""
    return torch.stack([step.squeeze(-2) for step in each_step(q, k, v)])


@mutant(TASK, mistake="joined_along_another_axis")
def stacked_and_reshaped(q, k, v):
    """Stacked in front, and reshaped until the shape is right."""
    steps = torch.stack(each_step(q, k, v))
    return steps.reshape(*q.shape[:-1], v.size(-1))


@mutant(TASK, mistake="joined_along_another_axis")
def joined_as_heads_and_reshaped(q, k, v):
    """Joined as heads, and reshaped until the shape is right."""
    return torch.cat(each_step(q, k, v), dim=1).reshape(*q.shape[:-1], v.size(-1))


@mutant(TASK, mistake="step_left_out")
def from_one_on(q, k, v):
    """Counts from 1, so the first step is missing."""
    return torch.cat(each_step(q, k, v)[1:], dim=-2)


@mutant(TASK, mistake="step_left_out")
def up_to_the_last(q, k, v):
    """range(T - 1)."""
    return torch.cat(each_step(q, k, v)[:-1], dim=-2)


@mutant(TASK, mistake="steps_reversed")
def newest_first(q, k, v):
    """The newest comes first."""
    return torch.cat(each_step(q, k, v)[::-1], dim=-2)


@mutant(TASK, mistake="steps_added_up")
def running_sum(q, k, v):
    """Adds each step to those before."""
    return torch.cat(each_step(q, k, v), dim=-2).cumsum(dim=-2)


@mutant(TASK, mistake="weights_returned")
def both_of_the_last(q, k, v):
    """Attention gives output and weights."""
    for t in range(q.size(-2)):
        both = scaled_dot_product_attention(at(q, t), past(k, t), past(v, t))
    return both


@mutant(TASK, mistake="pairs_joined")
def pair_not_unpacked(q, k, v):
    """The pair (output, weights) taken for the output."""
    return stepping(
        lambda q, k, v, t: scaled_dot_product_attention(
            at(q, t), past(k, t), past(v, t)
        )
    )(q, k, v)


@mutant(TASK, mistake="list_returned")
def list_of_steps(q, k, v):
    """The list of the steps."""
    return each_step(q, k, v)


# --- Wrong: the axis of the steps ------------------------------------------------


@mutant(TASK, mistake="sees_the_future")
def sentence_after_sentence(q, k, v):
    """len(q), q[t]: the first axis."""
    steps = []
    for t in range(len(q)):
        steps.append(attend(q[t : t + 1], k[t : t + 1], v[t : t + 1]))
    return torch.cat(steps)


@mutant(TASK, mistake="sees_the_future")
def head_after_head(q, k, v):
    """Axis 1 is the length, as in (B, L, d)."""
    steps = []
    for t in range(q.size(1)):
        steps.append(attend(q[:, t], k[:, t], v[:, t]))
    return torch.stack(steps, dim=1)


@mutant(TASK, mistake="cut_along_heads")
def second_axis_cut(q, k, v):
    """As many steps as places, but keys are cut along axis 1."""
    steps = []
    for t in range(q.size(2)):
        steps.append(attend(at(q, t), k[:, : t + 1], v[:, : t + 1]))
    return torch.cat(steps, dim=2)


# --- Wrong: attention ------------------------------------------------------------


def by_scores(factor):
    def step(q, k, v, t):
        scores = at(q, t) @ past(k, t).mT * factor(q, t)
        return scores.softmax(dim=-1) @ past(v, t)

    return stepping(step)


@mutant(TASK, mistake="no_scale")
def unscaled(q, k, v):
    """softmax(q kᵀ) v."""
    return by_scores(lambda q, t: 1)(q, k, v)


@mutant(TASK, mistake="scale_by_d_k")
def scaled_twice(q, k, v):
    """Scales the query, and then attention scales again."""
    return stepping(
        lambda q, k, v, t: attend(at(q, t) / q.size(-1) ** 0.5, past(k, t), past(v, t))
    )(q, k, v)


@mutant(TASK, mistake="scale_by_sqrt_length")
def root_of_the_number_of_keys(q, k, v):
    """d_k is the number of keys."""
    return by_scores(lambda q, t: (t + 1) ** -0.5)(q, k, v)


@mutant(TASK, mistake="scale_by_sqrt_length")
def root_of_the_length(q, k, v):
    """The whole length for d_k."""
    return by_scores(lambda q, t: q.size(-2) ** -0.5)(q, k, v)


@mutant(TASK, mistake="scale_by_sqrt_d_v")
def root_of_d_v(q, k, v):
    """The width of the values for d_k."""
    return by_scores(lambda q, t: v.size(-1) ** -0.5)(q, k, v)


@mutant(TASK, mistake="scale_multiplied")
def root_multiplied(q, k, v):
    """Times √d_k."""
    return by_scores(lambda q, t: q.size(-1) ** 0.5)(q, k, v)


@mutant(TASK, mistake="scale_precedence")
def half_the_width(q, k, v):
    """** before /."""
    return by_scores(lambda q, t: 1 / (q.size(-1) ** 1 / 2))(q, k, v)


@mutant(TASK, mistake="scale_rounded")
def root_of_an_integer(q, k, v):
    """The root in whole numbers."""
    return by_scores(lambda q, t: 1 / math.isqrt(q.size(-1)))(q, k, v)


@mutant(TASK, mistake="scale_hard_coded")
def divided_by_eight(q, k, v):
    """√d_k of the paper."""
    return by_scores(lambda q, t: 1 / 8)(q, k, v)


@mutant(TASK, mistake="reshape_for_transpose")
def keys_reshaped(q, k, v):
    """reshape where transpose is meant."""

    def step(q, k, v, t):
        keys = past(k, t)
        scores = at(q, t) @ keys.reshape(*k.shape[:2], -1, t + 1)
        return (scores / math.sqrt(q.size(-1))).softmax(dim=-1) @ past(v, t)

    return stepping(step)(q, k, v)


@mutant(TASK, mistake="cosine_scores")
def cosines_for_products(q, k, v):
    """Normalised vectors, not divided by √d_k."""
    q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
    return by_scores(lambda q, t: 1)(q, k, v)


@mutant(TASK, mistake="hard_max")
def only_the_best_key(q, k, v):
    """The value of the best key, nothing of the others."""

    def step(q, k, v, t):
        best = (at(q, t) @ past(k, t).mT).argmax(dim=-1)
        return F.one_hot(best, t + 1).to(v.dtype) @ past(v, t)

    return stepping(step)(q, k, v)


@mutant(TASK, mistake="softmax_missing")
def scores_for_weights(q, k, v):
    """q kᵀ / √d_k, and no softmax."""

    def step(q, k, v, t):
        return at(q, t) @ past(k, t).mT / math.sqrt(q.size(-1)) @ past(v, t)

    return stepping(step)(q, k, v)


@mutant(TASK, mistake="softmax_over_queries")
def softmax_over_the_one_query(q, k, v):
    """The softmax of one number is 1."""

    def step(q, k, v, t):
        scores = at(q, t) @ past(k, t).mT / math.sqrt(q.size(-1))
        return scores.softmax(dim=-2) @ past(v, t)

    return stepping(step)(q, k, v)


@mutant(TASK, mistake="first_key_only")
def librarys_causal_step(q, k, v):
    """is_causal: one query is the first, and sees the first key."""
    return stepping(
        lambda q, k, v, t: F.scaled_dot_product_attention(
            at(q, t), past(k, t), past(v, t), is_causal=True
        )
    )(q, k, v)


@mutant(TASK, mistake="plain_average")
def average_of_the_past(q, k, v):
    """All that is there counts the same."""
    return stepping(lambda q, k, v, t: past(v, t).mean(dim=-2, keepdim=True))(q, k, v)


@mutant(TASK, mistake="key_value_swapped")
def keys_averaged(q, k, v):
    """Keys and values exchanged."""
    return stepping(lambda q, k, v, t: attend(at(q, t), past(v, t), past(k, t)))(
        q, k, v
    )


@mutant(TASK, mistake="query_key_swapped")
def key_asks(q, k, v):
    """The newest key meets the queries so far."""
    return stepping(lambda q, k, v, t: attend(at(k, t), past(q, t), past(v, t)))(
        q, k, v
    )


@mutant(TASK, mistake="overflow")
def exponentials_by_hand(q, k, v):
    """The formula, without its maximum."""

    def step(q, k, v, t):
        scores = at(q, t) @ past(k, t).mT / math.sqrt(q.size(-1))
        weights = scores.exp() / scores.exp().sum(dim=-1, keepdim=True)
        return weights @ past(v, t)

    return stepping(step)(q, k, v)


# --- Wrong: the rest ---------------------------------------------------------------


@mutant(TASK, mistake="axes_squeezed")
def squeezed(q, k, v):
    """Axes of length one are clutter."""
    return torch.cat(each_step(q, k, v), dim=-2).squeeze()


@mutant(TASK, mistake="dtype_lost")
def written_into_float32(q, k, v):
    """torch.zeros, without a dtype."""
    output = torch.zeros(*q.shape[:-1], v.size(-1))
    for t, step in enumerate(each_step(q, k, v)):
        output[..., t : t + 1, :] = step
    return output


@mutant(TASK, mistake="gradient_cut")
def cache_without_gradient(q, k, v):
    """What is kept for later needs no gradient."""
    return stepping(
        lambda q, k, v, t: attend(at(q, t), past(k, t).detach(), past(v, t).detach())
    )(q, k, v)


@mutant(TASK, mistake="gradient_cut")
def written_without_gradient(q, k, v):
    """Filled in place, which torch allows without gradients."""
    output = v.new_zeros(*q.shape[:-1], v.size(-1))
    with torch.no_grad():
        for t, step in enumerate(each_step(q, k, v)):
            output[..., t : t + 1, :] = step
    return output


@mutant(TASK, mistake="input_modified")
def results_over_the_values(q, k, v):
    """From the last step to the first, the values are free to be written over."""
    with torch.no_grad():
        for t in reversed(range(q.size(-2))):
            v[..., t, :] = attend(at(q, t), past(k, t), past(v, t))[..., 0, :]
    return v


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def list_and_cat(q, k, v):
    """Sizes unpacked, a loop, a list."""
    _, _, T, _ = q.shape
    outputs = []
    for t in range(T):
        output, _ = scaled_dot_product_attention(
            q[:, :, t : t + 1], k[:, :, : t + 1], v[:, :, : t + 1]
        )
        outputs.append(output)
    return torch.cat(outputs, dim=2)


@variant(TASK)
def vectors_stacked(q, k, v):
    """Queries without their axis, scores by einsum, results stacked."""
    outputs = []
    for t in range(q.size(2)):
        scores = torch.einsum("bhd,bhkd->bhk", q[:, :, t], k[:, :, : t + 1])
        weights = (scores / math.sqrt(q.size(-1))).softmax(dim=-1)
        outputs.append(torch.einsum("bhk,bhkd->bhd", weights, v[:, :, : t + 1]))
    return torch.stack(outputs, dim=2)


@variant(TASK)
def growing_cache(q, k, v):
    """A cache that each step makes longer by one, as in a decoder."""
    keys, values, output = k[:, :, :0], v[:, :, :0], []
    for query, key, value in zip(*(x.split(1, dim=2) for x in (q, k, v)), strict=True):
        keys = torch.cat([keys, key], dim=2)
        values = torch.cat([values, value], dim=2)
        output.append(attend(query, keys, values))
    return torch.cat(output, dim=2)


@variant(TASK)
def whole_beginnings(q, k, v):
    """All queries so far, of which the last counts: without a cache."""
    steps = [
        attend(past(q, t), past(k, t), past(v, t))[..., -1, :]
        for t in range(q.size(-2))
    ]
    return torch.stack(steps, dim=-2)


@variant(TASK)
def written_into_place(q, k, v):
    """An empty tensor with the dtype of the values, filled step by step."""
    output = v.new_empty(*q.shape[:-1], v.size(-1))
    for t in range(q.size(-2)):
        output[:, :, t] = attend(at(q, t), past(k, t), past(v, t)).squeeze(2)
    return output


@variant(TASK)
def librarys_step(q, k, v):
    """torch's attention, one query at a time, without a mask."""
    return stepping(
        lambda q, k, v, t: F.scaled_dot_product_attention(
            at(q, t), past(k, t), past(v, t)
        )
    )(q, k, v)


@variant(TASK)
def recursive(q, k, v):
    """All but the last step, and then the last one."""
    newest = attend(q[..., -1:, :], k, v)
    if q.size(-2) == 1:
        return newest
    before = recursive(q[..., :-1, :], k[..., :-1, :], v[..., :-1, :])
    return torch.cat([before, newest], dim=-2)


@variant(TASK)
def one_vector_at_a_time(q, k, v):
    """Loops over sentences, heads and steps."""
    B, H, T, d_k = q.shape
    rows = []
    for b in range(B):
        for h in range(H):
            for t in range(T):
                weights = (k[b, h, : t + 1] @ q[b, h, t] / d_k**0.5).softmax(dim=0)
                rows.append(weights @ v[b, h, : t + 1])
    return torch.stack(rows).reshape(B, H, T, -1)


@variant(TASK)
def float64_inside(q, k, v):
    """Computes in float64 and returns the type of the input."""
    return stepping(lambda q, k, v, t: attend(at(q, t), past(k, t), past(v, t)))(
        q.double(), k.double(), v.double()
    ).to(v.dtype)


@variant(TASK)
def running_softmax(q, k, v):
    """Numerator and denominator of each step, from its own largest score on."""

    def step(q, k, v, t):
        scores = (at(q, t) * past(k, t)).sum(dim=-1) / q.size(-1) ** 0.5
        shares = (scores - scores.amax(dim=-1, keepdim=True)).exp()[..., None]
        return (shares * past(v, t)).sum(-2, keepdim=True) / shares.sum(
            -2, keepdim=True
        )

    return stepping(step)(q, k, v)


@variant(TASK)
def scores_at_once(q, k, v):
    """All scores at once, of which each step takes those of its past."""
    scores = q @ k.mT / math.sqrt(q.size(-1))
    return stepping(
        lambda q, k, v, t: scores[..., t : t + 1, : t + 1].softmax(dim=-1) @ past(v, t)
    )(q, k, v)


@variant(TASK)
def backwards(q, k, v):
    """From the last step to the first, forgetting one token after the other."""
    steps = []
    for t in reversed(range(q.size(-2))):
        steps.insert(0, attend(q[..., -1:, :], k, v))
        q, k, v = (x[..., :t, :] for x in (q, k, v))
    return torch.cat(steps, dim=-2)
