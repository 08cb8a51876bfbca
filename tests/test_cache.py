"""Attention in pieces equals attention at once."""

import itertools

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from lernformer.attention import MultiHeadAttention, RotaryProjection
from lernformer.embedding import PAD_ID
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator import inference
from lernformer.translator.cache import (
    CachedCrossAttention,
    CachedDecoder,
    CachedSelfAttention,
    FoldedCrossAttention,
)
from lernformer.translator.inference import Places, linear_function, outer_weights

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
    cached, rows = CachedSelfAttention(layer, linear_function), torch.arange(3)
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
    packed = places.pack(memory)
    cached = CachedCrossAttention(layer, packed, places, linear_function)
    x = normal(B * beams, 2, D_MODEL, seed=2)
    repeated = memory.repeat_interleave(beams, 0)
    want, _ = layer(x, repeated, repeated, mask.repeat_interleave(beams, 0))
    torch.testing.assert_close(cached(x), want, **EXACT)
    cached.select(torch.tensor([1]))
    torch.testing.assert_close(cached(x[beams:]), want[beams:], **EXACT)


@torch.no_grad()
@pytest.mark.parametrize("n_tokens", [1, L_K])
@pytest.mark.parametrize("rows", [1, 4])
def test_folded_cross_attention_equals_the_modules(rows, n_tokens):
    layer = MultiHeadAttention(D_MODEL, H).double()
    for parameter in layer.parameters():
        parameter.normal_()  # biases are zero at first
    memory, x = normal(1, L_K, D_MODEL), normal(rows, n_tokens, D_MODEL, seed=2)
    want, _ = layer(x, *2 * [memory.expand(rows, -1, -1)])
    folded = FoldedCrossAttention(
        layer, memory[0], linear_function, outer_weights(layer)
    )
    torch.testing.assert_close(folded(x), want, **EXACT)
    torch.testing.assert_close(folded(x[:, 0]), want[:, 0], **EXACT)


@torch.no_grad()
@pytest.mark.parametrize("real", [0, 1, 4, 9])
def test_a_single_sentence_of_any_length_is_decoded_as_by_the_modules(real):
    config = TransformerConfig(9, 7, d_model=12, n_heads=3, d_ff=20, n_layers=2)
    model = Transformer(config).double().eval()
    src, tgt = torch.randint(1, 9, (1, 10)), torch.randint(1, 7, (3, 4))
    src[:, real:] = PAD_ID
    decoder = CachedDecoder(model, src)
    got = torch.cat([decoder.step(tgt[:, :1]), decoder.step(tgt[:, 1:])], dim=1)
    src, memory = src.expand(3, -1), inference.encode(model, src).expand(3, -1, -1)
    torch.testing.assert_close(got, model.decode(tgt, memory, src), **EXACT)
