"""Logits against torch's causal stack; the nucleus against its definition."""

import itertools
from types import SimpleNamespace

import pytest
import torch
from torch import nn

from lernformer.translator.sampling import next_word_logits, nucleus


def smallest(p, top_p):
    """The likeliest words, as few as reach top_p together."""
    words = sorted(range(len(p)), key=p.__getitem__, reverse=True)
    reached = itertools.accumulate(p[word] for word in words)
    return words[: 1 + sum(total < top_p for total in reached)]


@pytest.mark.parametrize("top_p", [0.01, 0.3, 0.62, 0.9, 0.99])
@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_it_is_the_smallest_set_renormalised(top_p, temperature):
    torch.manual_seed(0)
    logits = torch.randn(3, 2, 6, dtype=torch.float64) * 2
    got = nucleus(logits, temperature, top_p)
    for row, result in zip(logits.reshape(-1, 6), got.reshape(-1, 6), strict=True):
        heated = torch.exp(row / temperature)
        p = (heated / heated.sum()).tolist()
        kept = smallest(p, top_p)
        total = sum(p[i] for i in kept)
        want = [p[i] / total if i in kept else 0.0 for i in range(6)]
        # float64 rounds sums of six numbers by 1e-15
        torch.testing.assert_close(result, torch.tensor(want, dtype=torch.float64))
    torch.testing.assert_close(nucleus(logits), torch.softmax(logits, -1))


def test_the_logits_are_those_of_torchs_causal_stack():
    torch.manual_seed(0)
    stack = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True),
        num_layers=2,
        enable_nested_tensor=False,
    ).double()
    places = torch.randn(6, 8).double()
    model = SimpleNamespace(
        embedding=nn.Embedding(9, 8).double(),
        positions=lambda x: x + places[: x.size(1)],
        encoder=lambda x, mask: stack(x, ~mask[0, 0]),  # there, True hides
        output=nn.Linear(8, 9).double(),
    )
    ids = torch.randint(9, (3, 6))
    got = next_word_logits(model, ids)
    causal = nn.Transformer.generate_square_subsequent_mask(6, dtype=torch.float64)
    x = model.positions(model.embedding(ids))
    want = model.output(stack(x, causal, is_causal=True))
    torch.testing.assert_close(got, want)
