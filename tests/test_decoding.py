"""The chapter's greedy decoding and beam search against their faster forms."""

import pytest
import torch
from translators import bold

from lernformer.fast import decoding as fast
from lernformer.translator.decoding import beam_search, greedy_decode


@pytest.mark.parametrize("max_length", [1, 4, 9])
def test_greedy_equals_the_fast_form(max_length):
    model, batch = bold(dropout=0.5)
    got = greedy_decode(model.train(), batch.src, max_length)
    assert model.training
    want = fast.greedy_decode(model.eval(), batch.src, max_length)
    assert torch.equal(got, want)
    assert torch.equal(greedy_decode(model, batch.src, max_length), want)
    assert not model.training


@pytest.mark.parametrize("beam_size", [1, 2, 5, 30])
@pytest.mark.parametrize("length_penalty", [0.0, 0.6, 2.0])
def test_beam_search_equals_the_fast_form(beam_size, length_penalty):
    model, batch = bold(dropout=0.5)
    options = (batch.src, beam_size, 6, length_penalty)
    got, scores = beam_search(model.train(), *options)
    assert model.training
    want, want_scores = fast.beam_search(model.eval(), *options)
    assert torch.equal(got, want)
    # the fast form sums in float32
    torch.testing.assert_close(scores, want_scores, rtol=0, atol=1e-5)


def test_the_ends_can_be_chosen():
    model, batch = bold()
    swap = torch.tensor([0, 6, 5, 3, 4, 2, 1, 7, 8, 9])  # 1, 2 ↔ 6, 5
    want = greedy_decode(model, batch.src, 6)
    want_beam, _ = beam_search(model, batch.src, 3, 6)
    with torch.no_grad():
        weight = model.tgt_embedding.weight
        weight.copy_(weight.clone()[swap])
    assert torch.equal(swap[want], greedy_decode(model, batch.src, 6, 6, 5))
    got, _ = beam_search(model, batch.src, 3, 6, 0.6, 6, 5)
    assert torch.equal(swap[want_beam], got)
