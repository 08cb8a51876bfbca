"""Logits of prefixes read alone; the nucleus against its definition."""

import itertools

import pytest
import torch
from torch import nn

from lernformer.translator.sampling import next_word_logits, nucleus


def smallest(p, top_p):
    """Of the smallest sets of words that reach top_p, the likeliest."""
    words = range(len(p))
    for size in range(1, len(p) + 1):
        sets = list(itertools.combinations(words, size))
        reach = [x for x in sets if sum(p[i] for i in x) >= top_p]
        if reach:
            return max(reach, key=lambda x: sum(p[i] for i in x))
    return tuple(words)


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


def test_by_default_it_is_the_softmax():
    logits = torch.randn(4, 9, dtype=torch.float64)
    torch.testing.assert_close(nucleus(logits), torch.softmax(logits, -1))


def test_who_draws_by_it_draws_no_word_of_the_tail():
    logits = torch.log(torch.tensor([0.5, 0.3, 0.15, 0.05]))
    drawn = torch.multinomial(nucleus(logits, top_p=0.7), 1000, replacement=True)
    assert set(drawn.tolist()) == {0, 1}


def test_the_logits_are_those_of_torchs_stack_and_of_each_prefix():
    """Also of a prefix read alone: nothing after it counts."""
    torch.manual_seed(0)
    stack = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True),
        num_layers=2,
        enable_nested_tensor=False,
    )

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding, self.output = nn.Embedding(9, 8), nn.Linear(8, 9)
            self.places = nn.Embedding(6, 8)

        def positions(self, x):
            return x + self.places.weight[: x.size(1)]

        def encoder(self, x, mask):
            return stack(x, ~mask[0, 0])  # there, True hides

    model, ids = Model().double(), torch.randint(9, (3, 6))
    stack.double()
    got = next_word_logits(model, ids)
    causal = nn.Transformer.generate_square_subsequent_mask(6, dtype=torch.float64)
    x = model.positions(model.embedding(ids))
    want = model.output(stack(x, causal, is_causal=True))
    torch.testing.assert_close(got, want)
    for n in range(1, 7):
        alone = next_word_logits(model, ids[:, :n])[:, -1]
        torch.testing.assert_close(got[:, n - 1], alone)
