"""Prepared weights and caches give what the modules give."""

import itertools

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from models import (
    V_TGT,
    B,
    S,
    T,
    assert_same_but_for_precision,
    everywhere,
    padded,
    small,
    some_ids,
    variants,
)

from lernformer.fast import faster, inference
from lernformer.fast.cache import CachedDecoder
from lernformer.fast.inference import Prepared, encode

EXACT = {"rtol": 0, "atol": 1e-10}  # float64 on both sides: rounding only


# the encoder ------------------------------------------------------------------------


@variants
@pytest.mark.parametrize("padding", [False, True])
@pytest.mark.parametrize("largest", [0, inference.LARGEST])  # 0: by torch's kernel
def test_encoding_equals_the_modules(changes, padding, largest, monkeypatch):
    monkeypatch.setattr(inference, "LARGEST", largest)
    model, src = small(**changes), some_ids(4, S)
    if padding:
        src = padded(src, 5, 4, 2, 0)  # the last is nothing but padding
    with torch.no_grad():
        want = model.encode(src).masked_fill((src == 0)[..., None], 0.0)
    ready = Prepared(model)
    # a prepared model serves many calls
    for which in (model, faster(model), ready, ready):
        got = encode(which, src)
        torch.testing.assert_close(got, want, **EXACT)
        assert not got.requires_grad
    torch.testing.assert_close(encode(ready, src[:1]), want[:1], **EXACT)


def test_no_more_padding_than_there_are_positions():
    model, src = small(max_length=S + 1), some_ids(B, S)
    with torch.no_grad():
        torch.testing.assert_close(encode(model, src), model.encode(src))


@pytest.mark.parametrize("make", [Prepared, lambda m: CachedDecoder(m, some_ids(B, S))])
def test_a_model_in_training_is_refused(make):
    with pytest.raises(ValueError, match=r"evaluation mode: call model.eval\(\)"):
        make(small().train())


@torch.no_grad()
@pytest.mark.parametrize("real", [0, 1, 4, 9])
def test_a_single_sentence_of_any_length_is_decoded_as_by_the_modules(real):
    model = small()
    src, tgt = padded(some_ids(1, 10), real), some_ids(3, T)
    decoder = CachedDecoder(model, src)
    got = torch.cat([decoder.step(tgt[:, :1]), decoder.step(tgt[:, 1:])], dim=1)
    src, memory = src.expand(3, -1), encode(model, src).expand(3, -1, -1)
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


@pytest.mark.parametrize("positions", ["sinusoidal", "rotary"])
@pytest.mark.parametrize("seed", range(10))
def test_beams_and_finished_sentences_are_followed(positions, seed):
    """Rows multiply, move and disappear; each depends only on its own history."""
    model, chance = small(positions=positions), torch.Generator().manual_seed(seed)
    src, beams = padded(some_ids(3, S), 5, 3, 4), torch.arange(2)
    cached, history = CachedDecoder(model, src), torch.ones(3, 1, dtype=torch.long)
    sentence = torch.arange(3)  # of each row
    for step in range(5):
        logits = cached.step(history[:, -1:])
        want = model(src[sentence], history)[:, -1:]
        torch.testing.assert_close(logits, want, **EXACT)
        if step == 2:  # one sentence has ended
            stay = torch.randperm(3, generator=chance)[:2]
            cached.keep(stay)
            rows = (stay[:, None] * 2 + beams).flatten()
        else:
            n = len(sentence.unique())
            width = len(sentence) // n
            parents = torch.randint(width, (n, 2), generator=chance)
            rows = (torch.arange(n)[:, None] * width + parents).flatten()
            cached.reorder(rows)
        history, sentence = history[rows], sentence[rows]
        words = torch.randint(4, V_TGT, (len(rows), 1), generator=chance)
        history = torch.cat([history, words], dim=1)


def test_sentences_may_go_before_the_first_step():
    model, src = small(), some_ids(3, S)
    cached = CachedDecoder(model, src)
    cached.keep(torch.tensor([2, 0]))
    first = torch.ones(2, 1, dtype=torch.long)
    want = model(src[[2, 0]], first)
    torch.testing.assert_close(cached.step(first), want, **EXACT)


@everywhere
def test_model_twin_and_cache_keep_dtype_and_device(dtype, device):
    model, src, tgt = small().to(device, dtype), some_ids(B, S), some_ids(B, T)
    src = padded(src, 5, 3)
    cached = CachedDecoder(model, src.to(device))
    steps = [cached.step(tgt[:, t : t + 1].to(device)) for t in range(T)]
    # logits of size 10 after two layers
    atol = {torch.bfloat16: 1.0, torch.float32: 1e-4, torch.float64: 1e-9}[dtype]
    twin = faster(model)(src.to(device), tgt.to(device))
    at_once = model(src.to(device), tgt.to(device))
    for got in (at_once, twin, torch.cat(steps, dim=1)):
        assert got.dtype == dtype
        assert_same_but_for_precision(got, small()(src, tgt), device, atol)
