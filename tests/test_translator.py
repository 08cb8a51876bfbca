"""The plain forms: a step against torch, decoding against the faster forms."""

import pytest
import torch
from torch import nn
from translators import pairs, translator

from lernformer.translator import decoding, plain
from lernformer.translator.batch import collate, encode_pairs


def made(**options):
    """A bold model in double precision and a batch whose sentences differ in length."""
    ours = translator(**options)
    batch = collate(encode_pairs(pairs(5), ours.source, ours.target))
    with torch.no_grad():
        for parameter in ours.model.double().parameters():
            parameter.mul_(1.7)
    return ours.model, batch


def test_a_step_does_what_torch_does():
    (ours, batch), (theirs, _) = made(dropout=0.0), made(dropout=0.0)
    ours.eval()
    optimizer = torch.optim.SGD(ours.parameters(), lr=0.1, momentum=0.9)
    other = torch.optim.SGD(theirs.parameters(), lr=0.1, momentum=0.9)
    criterion = nn.CrossEntropyLoss(ignore_index=0, label_smoothing=0.2)
    for _ in range(2):
        loss = plain.train_step(ours, optimizer, batch.src, batch.tgt, smoothing=0.2)
        logits = theirs(batch.src, batch.tgt[:, :-1])
        want = criterion(logits.flatten(0, 1), batch.tgt[:, 1:].flatten())
        other.zero_grad()
        want.backward()
        other.step()
        assert loss == pytest.approx(want.item(), rel=1e-9)
    assert ours.training
    torch.testing.assert_close(list(ours.parameters()), list(theirs.parameters()))


@pytest.mark.parametrize("max_length", [1, 4, 9])
def test_greedy_equals_the_fast_form(max_length):
    model, batch = made(dropout=0.5)
    got = plain.greedy_decode(model.train(), batch.src, max_length)
    assert model.training
    want = decoding.greedy_decode(model.eval(), batch.src, max_length)
    assert torch.equal(got, want)
    assert torch.equal(plain.greedy_decode(model, batch.src, max_length), want)
    assert not model.training


@pytest.mark.parametrize("beam_size", [1, 2, 5, 30])
@pytest.mark.parametrize("length_penalty", [0.0, 0.6, 2.0])
def test_beam_search_equals_the_fast_form(beam_size, length_penalty):
    model, batch = made(dropout=0.5)
    options = (batch.src, beam_size, 6, length_penalty)
    got, scores = plain.beam_search(model.train(), *options)
    assert model.training
    want, want_scores = decoding.beam_search(model.eval(), *options)
    assert torch.equal(got, want)
    # the fast form sums in float32
    torch.testing.assert_close(scores, want_scores, rtol=0, atol=1e-5)


def test_the_ends_can_be_chosen():
    model, batch = made()
    swap = torch.tensor([0, 6, 5, 3, 4, 2, 1, 7, 8, 9])  # 1, 2 ↔ 6, 5
    want = plain.greedy_decode(model, batch.src, 6)
    want_beam, _ = plain.beam_search(model, batch.src, 3, 6)
    with torch.no_grad():
        weight = model.tgt_embedding.weight
        weight.copy_(weight.clone()[swap])
    assert torch.equal(swap[want], plain.greedy_decode(model, batch.src, 6, 6, 5))
    got, _ = plain.beam_search(model, batch.src, 3, 6, 0.6, 6, 5)
    assert torch.equal(swap[want_beam], got)


@pytest.mark.parametrize("sizes", [{"beam_size": 0}, {"batch_size": -1}])
def test_sizes_that_translate_nothing_are_refused(sizes):
    with pytest.raises(ValueError, match=r"must be at least 1, got (0|1) and (64|-1)"):
        translator().translate(["dog"], **sizes)
