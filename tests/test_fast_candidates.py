"""Some words instead of all, against torch's softmax over all."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from lernformer.embedding import PAD_ID
from lernformer.fast.candidates import Candidates

N_WORDS, D_MODEL = 40, 6


@pytest.fixture
def output():
    torch.manual_seed(0)
    return nn.Linear(D_MODEL, N_WORDS, bias=False)


def test_all_words_as_candidates_are_the_softmax(output):
    labels = torch.tensor([[3, 9, PAD_ID], [9, 39, 1]])
    h = torch.randn(2, 3, D_MODEL, requires_grad=True)
    want = F.cross_entropy(
        output(h).flatten(0, 1), labels.flatten(), ignore_index=PAD_ID
    )
    want_grads = torch.autograd.grad(want, [h, output.weight])

    candidates = Candidates(output.weight, n=N_WORDS)
    assert candidates.weight is output.weight
    places = candidates.draw(labels)
    logits = candidates(h)
    assert logits.shape == (2, 3, N_WORDS)
    loss = F.cross_entropy(logits.flatten(0, 1), places.flatten(), ignore_index=PAD_ID)
    torch.testing.assert_close(loss, want)
    grads = torch.autograd.grad(loss, [h, output.weight])
    torch.testing.assert_close(grads, want_grads)


def test_labels_keep_their_logits(output):
    labels = torch.tensor([[3, 9, 3, PAD_ID, 38]])
    candidates = Candidates(output.weight, n=5)
    places = candidates.draw(labels)
    h = torch.randn(1, 5, D_MODEL)
    logits = candidates(h)
    assert logits.shape == (1, 5, 4 + 5)
    assert (places == PAD_ID).equal(labels == PAD_ID)
    ours = logits.gather(-1, places[..., None])
    torch.testing.assert_close(ours, output(h).gather(-1, labels[..., None]))


def test_on_average_the_drawn_stand_for_all(output):
    labels, h = torch.tensor([[3, 9]]), torch.randn(1, 2, D_MODEL)
    candidates = Candidates(output.weight, n=4)
    sums, drawn = [], set()
    for _ in range(4_000):
        candidates.draw(labels)
        drawn |= {*candidates.words.tolist()}
        sums.append(candidates(h).exp().sum(dim=-1))
    means = torch.stack(sums).mean(dim=0)
    torch.testing.assert_close(means, output(h).exp().sum(dim=-1), rtol=0.02, atol=0)
    assert drawn == {*range(N_WORDS)}


def test_their_number_is_a_multiple(output):
    candidates = Candidates(output.weight, n=4, multiple=8)
    sizes = []
    for n_labels in (3, 4, 20, 33):
        candidates.draw(torch.arange(n_labels)[None])  # padding among them
        sizes.append(len(candidates.words))
    assert sizes == [8, 8, 24, N_WORDS]
    assert len({*candidates.words.tolist()}) == N_WORDS


@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": 3, "multiple": 0}])
def test_what_cannot_be_drawn_is_refused(output, wrong):
    with pytest.raises(ValueError, match="n and multiple must be at least 1, got "):
        Candidates(output.weight, **wrong)
