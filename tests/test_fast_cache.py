"""Attention in pieces equals attention at once."""

import itertools

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from models import V_TGT, B, H, S, T, normal, padded, small, some_ids, variants

from lernformer.attention import MultiHeadAttention
from lernformer.embedding import PAD_ID
from lernformer.fast import faster, inference
from lernformer.fast.cache import (
    CachedCrossAttention,
    CachedDecoder,
    CachedSelfAttention,
    FoldedCrossAttention,
)
from lernformer.fast.inference import Places, linear_function, outer_weights
from lernformer.positional_encoding import RotaryProjection
from lernformer.transformer import Transformer, TransformerConfig

L_K, D_MODEL = 5, 12
EXACT = {"rtol": 0, "atol": 1e-10}  # float64 on both sides: rounding only
DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]


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


# decoding token by token ------------------------------------------------------------


@variants
@given(seed=st.integers(0, 2**31), cuts=st.sets(st.integers(1, 29)))
@settings(max_examples=20, deadline=None)
def test_cached_decoding_equals_full_decoding(changes, seed, cuts):
    model = small(**changes)
    src = padded(some_ids(B, S, seed=seed), 5, 3)
    tgt = some_ids(B, 30, seed=seed)
    cached = CachedDecoder(model, src)
    bounds = [0, *sorted(cuts), 30]
    pieces = [
        cached.step(tgt[:, start:end]) for start, end in itertools.pairwise(bounds)
    ]
    torch.testing.assert_close(torch.cat(pieces, dim=1), model(src, tgt), **EXACT)


@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_beams_and_finished_sentences_are_followed(data):
    """Rows multiply, move and disappear; each depends only on its own history."""
    model, sentences, beams = small(), 3, 2
    src = padded(some_ids(sentences, S), 5, 3, 4)
    kept = torch.arange(sentences)
    history = torch.ones(sentences, 1, dtype=torch.long)
    cached = CachedDecoder(model, src)
    for step in range(5):
        logits = cached.step(history[:, -1:])
        rows = src[kept].repeat_interleave(len(history) // len(kept), 0)
        torch.testing.assert_close(logits, model(rows, history)[:, -1:], **EXACT)
        if step == 2:
            stay = data.draw(st.permutations(range(sentences)).map(lambda p: p[:2]))
            cached.keep(torch.tensor(stay))
            history = history.unflatten(0, (sentences, -1))[stay].flatten(0, 1)
            kept = kept[stay]
        else:
            now = len(history) // len(kept)
            chosen = st.lists(st.integers(0, now - 1), min_size=beams, max_size=beams)
            parents = [data.draw(chosen) for _ in kept]
            rows = torch.tensor(
                [i * now + parent for i, row in enumerate(parents) for parent in row]
            )
            cached.reorder(rows)
            history = history[rows]
        words = data.draw(
            st.lists(
                st.integers(4, V_TGT - 1), min_size=len(history), max_size=len(history)
            )
        )
        history = torch.cat([history, torch.tensor(words)[:, None]], dim=1)


def test_sentences_may_go_before_the_first_step():
    model, src = small(), some_ids(3, S)
    cached = CachedDecoder(model, src)
    cached.keep(torch.tensor([2, 0]))
    first = torch.ones(2, 1, dtype=torch.long)
    want = model(src[[2, 0]], first)
    torch.testing.assert_close(cached.step(first), want, **EXACT)


def test_cached_decoding_needs_evaluation_mode():
    with pytest.raises(ValueError, match=r"evaluation mode: call model.eval\(\)"):
        CachedDecoder(small().train(), some_ids(B, S))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("device", DEVICES)
def test_twin_and_cache_keep_dtype_and_device(dtype, device):
    model = small().to(device, dtype)
    src, tgt = padded(some_ids(B, S), 5, 3).to(device), some_ids(B, T).to(device)
    cached = CachedDecoder(model, src)
    steps = [cached.step(tgt[:, t : t + 1]) for t in range(T)]
    want = small()(src.cpu(), tgt.cpu())
    # logits of size 10 after two layers: bfloat16 has 8 bits of precision, float32 24
    tolerance = {torch.bfloat16: 1.0, torch.float32: 1e-4, torch.float64: 1e-9}
    for got in (faster(model)(src, tgt), torch.cat(steps, dim=1)):
        assert got.dtype == dtype
        assert got.device.type == device
        torch.testing.assert_close(
            got.double().cpu(), want, rtol=0, atol=tolerance[dtype]
        )
