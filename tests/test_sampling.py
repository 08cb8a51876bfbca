"""The nucleus against its definition: the smallest set of likeliest words."""

import itertools

import pytest
import torch

from lernformer.translator.sampling import nucleus


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
