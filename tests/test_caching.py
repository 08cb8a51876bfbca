"""Decoding with a cache against decoding without one."""

import pytest
import torch
from translators import bold

from lernformer.translator.caching import cached_greedy_decode
from lernformer.translator.decoding import greedy_decode


@pytest.mark.parametrize("positions", ["sinusoidal", "halves", "learned"])
@pytest.mark.parametrize("norm_first", [True, False])
def test_it_says_the_same(positions, norm_first):
    model, batch = bold(
        n_layers=2, dropout=0.0, positions=positions, norm_first=norm_first
    )
    model.eval()
    for max_length in (1, 4, 9):
        got = cached_greedy_decode(model, batch.src, max_length)
        assert torch.equal(got, greedy_decode(model, batch.src, max_length))


def test_each_word_is_projected_once():
    model, batch = bold(n_layers=2, dropout=0.0)
    seen = []
    for layer in model.eval().decoder.layers:
        layer.self_attention.v_proj.register_forward_hook(
            lambda _, inputs, __: seen.append(inputs[0].size(1))
        )
    said = cached_greedy_decode(model, batch.src, 9)
    assert seen == [1] * (2 * said.size(1))
