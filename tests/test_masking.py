"""Masks against loops, NumPy and torch, and the laws that masked attention keeps."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional as F

from lernformer.attention import scaled_dot_product_attention
from lernformer.masking import (
    decoder_mask,
    future_leak,
    is_look_ahead_mask,
    look_ahead_mask,
    masked_attention,
    masked_softmax,
    padding_mask,
    step_by_step,
)

B, H, L_Q, L_K, D_K, D_V = 2, 3, 4, 5, 7, 6  # all different
EXACT = {"rtol": 0, "atol": 1e-10}  # float64 on both sides: rounding only
DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]
IDS = torch.tensor([[1, 4, 7, 2, 0], [1, 5, 2, 0, 0]])  # (B, L_K)

seeds = st.integers(0, 2**31)


def normal(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


# masks ------------------------------------------------------------------------------


def test_padding_mask():
    mask = padding_mask(IDS)
    assert mask.shape == (B, 1, 1, L_K)
    assert mask[:, 0, 0].tolist() == [
        [True, True, True, True, False],
        [True, True, True, False, False],
    ]
    assert padding_mask(IDS, pad_id=2)[:, 0, 0].sum().item() == 8


def test_padding_mask_needs_a_batch():
    with pytest.raises(ValueError, match=r"shape \(B, L\), got \(5,\)"):
        padding_mask(IDS[0])


@pytest.mark.parametrize(("queries", "keys"), [(1, 1), (4, 4), (3, 5), (1, 5)])
def test_look_ahead_mask_lets_the_last_queries_see_what_came_before(queries, keys):
    mask = look_ahead_mask(queries, keys)
    assert mask.shape == (1, 1, queries, keys)
    for i in range(queries):
        place = keys - queries + i  # of query i among the keys
        for j in range(keys):
            assert mask[0, 0, i, j].item() == (j <= place)


def test_look_ahead_mask_of_one_sentence_is_the_lower_triangle():
    mask = look_ahead_mask(L_Q)[0, 0]
    np.testing.assert_array_equal(mask, np.tri(L_Q, dtype=bool))


def test_look_ahead_mask_refuses_more_queries_than_keys():
    with pytest.raises(ValueError, match="5 queries cannot be the last of 4 keys"):
        look_ahead_mask(5, 4)


def test_decoder_mask_needs_both():
    mask = decoder_mask(IDS)
    assert mask.shape == (B, 1, L_K, L_K)
    for b in range(B):
        for i in range(L_K):
            for j in range(L_K):
                allowed = j <= i and IDS[b, j].item() != 0
                assert mask[b, 0, i, j].item() == allowed
    assert decoder_mask(IDS, pad_id=7)[0, 0, 2].tolist() == [True, True] + [False] * 3


def test_a_test_of_the_mask_knows_that_of_numpy():
    def by_numpy(rows, columns=None):
        columns = rows if columns is None else columns
        table = np.tri(rows, columns, columns - rows, dtype=bool)
        return torch.from_numpy(table)[None, None]

    assert is_look_ahead_mask(by_numpy)
    assert is_look_ahead_mask(look_ahead_mask)
    assert not is_look_ahead_mask(lambda *lengths: ~by_numpy(*lengths))
    assert not is_look_ahead_mask(lambda *lengths: by_numpy(*lengths).float())


@pytest.mark.parametrize("device", DEVICES)
def test_masks_are_boolean_and_stay_on_the_device(device):
    for mask in (padding_mask(IDS.to(device)), decoder_mask(IDS.to(device))):
        assert mask.dtype == torch.bool
        assert mask.device.type == device
    assert look_ahead_mask(L_Q).dtype == torch.bool


# masked softmax ---------------------------------------------------------------------


@given(seeds)
@settings(deadline=None)  # torch.testing loads at its first use
def test_masked_softmax_is_the_softmax_over_what_is_left(seed):
    scores = normal(B, L_Q, L_K, seed=seed) * 10
    mask = normal(B, L_Q, L_K, seed=seed + 1) > 0
    weights = masked_softmax(scores, mask)
    for b in range(B):
        for i in range(L_Q):
            kept = mask[b, i]
            want = scores[b, i, kept].softmax(-1)
            torch.testing.assert_close(weights[b, i, kept], want, **EXACT)
            assert not weights[b, i, ~kept].any()


@given(seeds, st.floats(-1e3, 1e3))
def test_masked_softmax_ignores_a_shift(seed, shift):
    scores, mask = normal(L_Q, L_K, seed=seed), normal(L_Q, L_K, seed=seed + 1) > 0
    weights = masked_softmax(scores + shift, mask)
    # 1e3 + 1 keeps thirteen digits after the point
    torch.testing.assert_close(
        weights, masked_softmax(scores, mask), atol=1e-11, rtol=0
    )


def test_masked_scores_do_not_matter_and_get_no_gradient():
    scores, mask = normal(B, H, L_K, L_K), decoder_mask(IDS)
    other = torch.where(mask, scores, 1e300)
    torch.testing.assert_close(
        masked_softmax(other, mask), masked_softmax(scores, mask), **EXACT
    )
    scores.requires_grad_()
    (masked_softmax(scores, mask) * normal(B, H, L_K, L_K, seed=1)).sum().backward()
    hidden = (~mask).expand_as(scores)
    assert not scores.grad[hidden].any()
    assert scores.grad.isfinite().all()


def test_a_row_with_nothing_to_attend_to_is_zero():
    mask = torch.ones(L_Q, L_K, dtype=torch.bool)
    mask[2] = False
    scores = normal(B, L_Q, L_K).requires_grad_()
    weights = masked_softmax(scores, mask)
    assert not weights[:, 2].any()
    torch.testing.assert_close(weights.sum(-1), mask.any(-1).double().expand(B, -1))
    weights.square().sum().backward()
    assert scores.grad.isfinite().all()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("device", DEVICES)
def test_masked_softmax_keeps_dtype_and_device(dtype, device):
    scores = normal(B, H, L_K, L_K).to(device, dtype)
    weights = masked_softmax(scores, decoder_mask(IDS.to(device)))
    assert weights.dtype == dtype
    assert weights.device.type == device
    # bfloat16 has 8 bits of precision: the weights of a row sum to 1 within that
    torch.testing.assert_close(
        weights.sum(-1).double().cpu(),
        torch.ones(B, H, L_K).double(),
        atol=0.02,
        rtol=0,
    )


def test_masks_must_be_boolean():
    with pytest.raises(ValueError, match=r"mask must be boolean .* got torch.int64"):
        masked_softmax(normal(L_Q, L_K), torch.ones(L_Q, L_K).long())


# masked attention -------------------------------------------------------------------


@pytest.mark.parametrize(
    "mask",
    [padding_mask(IDS), look_ahead_mask(L_Q, L_K), decoder_mask(IDS)[:, :, -L_Q:]],
)
def test_masked_attention_and_gradients_equal_torch(mask):
    shapes = [(B, H, L_Q, D_K), (B, H, L_K, D_K), (B, H, L_K, D_V)]
    qkv = [normal(*shape, seed=i).requires_grad_() for i, shape in enumerate(shapes)]
    output, weights = masked_attention(*qkv, mask)
    want = F.scaled_dot_product_attention(*qkv, attn_mask=mask)
    torch.testing.assert_close(output, want, **EXACT)
    upstream = normal(*want.shape, seed=5)
    got = torch.autograd.grad(output, qkv, upstream)
    torch.testing.assert_close(got, torch.autograd.grad(want, qkv, upstream), **EXACT)
    for ours, earlier in zip(
        (output, weights), scaled_dot_product_attention(*qkv, mask), strict=True
    ):
        torch.testing.assert_close(ours, earlier, **EXACT)


@given(seeds, st.integers(0, L_K - 1))
def test_the_future_does_not_change_the_past(seed, t):
    q, k, v = (normal(H, L_K, D_K, seed=seed + i) for i in range(3))
    mask = look_ahead_mask(L_K)[0]
    before, _ = masked_attention(q, k, v, mask)
    for x in (q, k, v):
        x[:, t] += 1
    after, _ = masked_attention(q, k, v, mask)
    torch.testing.assert_close(after[:, :t], before[:, :t], **EXACT)
    assert (after[:, t] != before[:, t]).all()


@given(seeds, st.integers(1, 4))
@settings(max_examples=30)
def test_more_padding_changes_nothing(seed, more):
    q, k, v = (normal(B, 1, L_K, D_K, seed=seed + i) for i in range(3))
    output, _ = masked_attention(q, k, v, padding_mask(IDS))
    padded = [F.pad(x, (0, 0, 0, more), value=9.0) for x in (k, v)]
    longer, weights = masked_attention(q, *padded, padding_mask(F.pad(IDS, (0, more))))
    torch.testing.assert_close(longer, output, **EXACT)
    assert not weights[..., L_K:].any()


@given(seeds, st.integers(1, 6))
@settings(max_examples=30)
def test_step_by_step_equals_one_parallel_pass(seed, length):
    widths = (D_K, D_K, D_V)
    q, k, v = (normal(B, H, length, d, seed=seed + i) for i, d in enumerate(widths))
    steps = step_by_step(q, k, v)
    want = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    torch.testing.assert_close(steps, want, **EXACT)
    parallel, _ = masked_attention(q, k, v, look_ahead_mask(length))
    torch.testing.assert_close(parallel, steps, **EXACT)


def test_step_by_step_never_touches_what_comes_later():
    q, k, v = (normal(B, H, L_K, D_K, seed=i) for i in range(3))
    want = step_by_step(q, k, v)
    for x in (q, k, v):
        x[..., -1, :] = torch.nan
    steps = step_by_step(q, k, v)
    torch.testing.assert_close(steps[..., :-1, :], want[..., :-1, :], **EXACT)
    assert steps[..., -1, :].isnan().all()
    parallel, _ = masked_attention(q, k, v, look_ahead_mask(L_K))
    assert parallel.isnan().all()  # hidden, but there: 0 times NaN is NaN


def test_hiding_after_the_softmax_needs_renormalising():
    scores, mask = normal(L_Q, L_Q), look_ahead_mask(L_Q)[0, 0]
    hidden_after = scores.softmax(-1) * mask
    assert (hidden_after.sum(-1)[:-1] < 1).all()
    renormalised = hidden_after / hidden_after.sum(-1, keepdim=True)
    torch.testing.assert_close(masked_softmax(scores, mask), renormalised, **EXACT)


class Attention(nn.Module):
    """torch's own, with dropout."""

    def __init__(self, causal):
        super().__init__()
        self.causal, self.dropout = causal, nn.Dropout(0.5)

    def forward(self, x):
        attended = F.scaled_dot_product_attention(x, x, x, is_causal=self.causal)
        return self.dropout(attended)


def test_attention_to_the_past_leaks_nothing_and_to_everything_it_does():
    x, other = normal(B, L_K, D_K), normal(B, L_K, D_K, seed=1)
    assert future_leak(Attention(causal=True), x, other) == 0
    assert future_leak(Attention(causal=False), x, other) > 0.1


def test_a_leak_is_as_large_as_what_leaks():
    class Peek(nn.Module):
        def forward(self, x):
            return x - 3 * x[:, -1:] * torch.eye(L_K)[1, :, None]  # at position 1 only

    x = torch.zeros(B, L_K, 1)
    assert future_leak(Peek(), x, x + 2) == 6
