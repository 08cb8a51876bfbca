"""Masks against loops, NumPy and torch, and the laws that masked attention keeps."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from models import (
    DEVICES,
    assert_same_but_for_precision,
    everywhere,
    normal,
    with_gradients,
)
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
IDS = torch.tensor([[1, 4, 7, 2, 0], [1, 5, 2, 0, 0]])  # (B, L_K)

seeds = st.integers(0, 2**31)


# masks ------------------------------------------------------------------------------


def test_padding_mask():
    np.testing.assert_array_equal(padding_mask(IDS), (IDS.numpy() != 0)[:, None, None])
    assert padding_mask(IDS, pad_id=2)[:, 0, 0].sum().item() == 8
    with pytest.raises(ValueError, match=r"shape \(B, L\), got \(5,\)"):
        padding_mask(IDS[0])


@pytest.mark.parametrize(("queries", "keys"), [(1, 1), (4, 4), (3, 5), (1, 5)])
def test_look_ahead_mask_lets_the_last_queries_see_what_came_before(queries, keys):
    mask = look_ahead_mask(queries, keys)
    want = np.tri(queries, keys, keys - queries, dtype=bool)
    np.testing.assert_array_equal(mask, want[None, None])
    assert torch.equal(look_ahead_mask(keys), look_ahead_mask(keys, keys))


def test_look_ahead_mask_refuses_more_queries_than_keys():
    with pytest.raises(ValueError, match="5 queries cannot be the last of 4 keys"):
        look_ahead_mask(5, 4)


def test_decoder_mask_needs_both():
    want = np.tri(L_K, dtype=bool) & (IDS.numpy() != 0)[:, None, None]
    np.testing.assert_array_equal(decoder_mask(IDS), want)
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


@pytest.mark.parametrize("unseen", [0, 2])  # rows with nothing to attend to
def test_masked_scores_do_not_matter_and_get_no_gradient(unseen):
    mask = decoder_mask(IDS).expand(B, H, -1, -1).clone()
    mask[..., :unseen, :] = False
    scores = normal(B, H, L_K, L_K).requires_grad_()
    weights = masked_softmax(scores, mask)
    other = torch.where(mask, scores, 1e300)
    torch.testing.assert_close(masked_softmax(other, mask), weights, **EXACT)
    torch.testing.assert_close(weights.sum(-1), mask.any(-1).double())
    (weights * normal(B, H, L_K, L_K, seed=1)).sum().backward()
    assert not scores.grad[~mask].any()
    assert scores.grad.isfinite().all()


@everywhere
def test_masked_softmax_keeps_dtype_and_device(dtype, device):
    scores = normal(B, H, L_K, L_K).to(device, dtype)
    weights = masked_softmax(scores, decoder_mask(IDS.to(device)))
    assert weights.dtype == dtype
    ones = torch.ones(B, H, L_K).double()
    assert_same_but_for_precision(weights.sum(-1), ones, device, atol=0.02)


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
    got = with_gradients(output, qkv)
    torch.testing.assert_close(got, with_gradients(want, qkv), **EXACT)
    earlier = scaled_dot_product_attention(*qkv, mask)
    torch.testing.assert_close((output, weights), earlier, **EXACT)


@given(seeds, st.integers(1, 6))
@settings(max_examples=30)
def test_step_by_step_equals_one_parallel_pass(seed, length):
    widths = (D_K, D_K, D_V)
    q, k, v = (normal(B, H, length, d, seed=seed + i) for i, d in enumerate(widths))
    want = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    torch.testing.assert_close(step_by_step(q, k, v), want, **EXACT)


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
