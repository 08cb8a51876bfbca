"""Attention in pieces equals attention at once."""

import itertools

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from lernformer.attention import MultiHeadAttention, RotaryProjection
from lernformer.translator.cache import CachedCrossAttention, CachedSelfAttention
from lernformer.translator.inference import Places

B, H, L_K, D_MODEL = 2, 3, 5, 12
EXACT = {"rtol": 0, "atol": 1e-10}  # float64 on both sides: rounding only


def normal(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


@torch.no_grad()
@pytest.mark.parametrize("rotary", [False, True])
@given(cuts=st.sets(st.integers(1, 39)), order=st.permutations(range(3)))
@settings(max_examples=25, deadline=None)  # the first example warms torch up
def test_cached_self_attention_equals_the_whole_at_once(rotary, cuts, order):
    length, layer = 40, MultiHeadAttention(D_MODEL, H)
    if rotary:
        layer.q_proj = RotaryProjection(D_MODEL, H)
        layer.k_proj = RotaryProjection(D_MODEL, H)
    layer.double()
    x = normal(3, length, D_MODEL)
    causal = torch.ones(length, length).tril().bool()
    want, _ = layer(x, x, x, causal)
    cached, rows = CachedSelfAttention(layer), torch.arange(3)
    bounds = [0, *sorted(cuts), length]
    for start, end in itertools.pairwise(bounds):
        got = cached(x[rows, start:end])
        torch.testing.assert_close(got, want[rows, start:end], **EXACT)
        cached.select(torch.tensor(order))
        rows = rows[torch.tensor(order)]


@torch.no_grad()
def test_cached_cross_attention_equals_the_whole_at_once():
    beams, layer = 4, MultiHeadAttention(D_MODEL, H).double()
    memory = normal(B, L_K, D_MODEL)
    mask = torch.tensor([[1, 1, 0, 1, 0], [0, 1, 1, 1, 1]]).bool()[:, None, None]
    places = Places(mask[:, 0, 0])
    cached = CachedCrossAttention(layer, places.pack(memory), places)
    x = normal(B * beams, 2, D_MODEL, seed=2)
    repeated = memory.repeat_interleave(beams, 0)
    want, _ = layer(x, repeated, repeated, mask.repeat_interleave(beams, 0))
    torch.testing.assert_close(cached(x), want, **EXACT)
    cached.select(torch.tensor([1]))
    torch.testing.assert_close(cached(x[beams:]), want[beams:], **EXACT)
