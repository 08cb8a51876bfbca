"""Sublayers in bfloat16 against the same in double precision."""

import copy

import pytest
import torch
from test_trainer import trained
from translators import pairs, translator

from lernformer.fast import bfloat16, faster
from lernformer.translator.batch import collate, encode_pairs
from lernformer.translator.training_step import teacher_forcing


def model_and_batch(**options):
    made = translator(dropout=0.0, **options)
    return made.model, collate(encode_pairs(pairs(5), made.source, made.target))


def logits_and_gradients(model, batch):
    decoder_input, _ = teacher_forcing(batch.tgt)
    logits = model(batch.src, decoder_input)
    counted = decoder_input != 0  # nothing after the end counts
    logits = logits[counted]
    (logits.double().logsumexp(-1).sum() + logits.square().mean()).backward()
    return logits


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"positions": "rotary"},
        {"norm": "rms", "norm_first": False},
        {"tie_output": False, "n_layers": 2},
    ],
    ids=str,
)
def test_logits_and_gradients_are_near_to_exact_ones(options):
    shared, batch = model_and_batch(**options)
    exact, lowered = copy.deepcopy(shared).double(), faster(shared)
    bfloat16.lower(lowered)
    want = logits_and_gradients(exact, batch)
    got = logits_and_gradients(lowered, batch)
    # bfloat16 has eight binary digits
    assert (got.double() - want).norm() < 0.01 * want.norm()
    assert (got.double() - want).norm() > 1e-5 * want.norm()
    named = dict(exact.named_parameters())
    for name, parameter in shared.named_parameters():
        assert parameter.dtype == parameter.grad.dtype == torch.float32
        ours, theirs = parameter.grad.double(), named[name].grad
        # the gradient of the keys' bias is 0 but for rounding, and has no direction
        if theirs.norm() > 1e-6:
            assert (ours - theirs).norm() < 0.1 * theirs.norm(), name


@pytest.mark.parametrize(
    ("found", "fast"),
    [
        ({"avx512_bf16": True, "amx_bf16": False}, True),
        ({"avx512_bf16": False, "amx_bf16": True}, True),
        ({"avx512_bf16": False, "avx2": True}, False),
        ({"architecture": "aarch64"}, False),
    ],
)
def test_the_processor_decides(monkeypatch, found, fast):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: found)
    assert bfloat16.is_fast() is fast


def test_an_older_torch_means_slow(monkeypatch):
    monkeypatch.delattr(torch.cpu, "get_capabilities", raising=False)
    assert bfloat16.is_fast() is False


@pytest.mark.parametrize("more", [{}, {"smoothing": 0.0, "candidates": 5}], ids=str)
def test_where_the_processor_is_no_faster_a_training_stays_in_float32(
    monkeypatch, more
):
    arrived, losses = [], []
    for bf16, fast in ((False, True), (True, False), (True, True)):
        monkeypatch.setattr(bfloat16, "is_fast", lambda fast=fast: fast)
        found, (loss,) = trained(bf16=bf16, **more)
        arrived.append(found)
        losses.append(loss.item())
    plain, slow, lowered = arrived
    assert torch.equal(plain, slow)
    assert not torch.equal(plain, lowered)
    assert losses[2] == pytest.approx(losses[0], rel=0.01)
