"""Where heads look, for every attention of a model, which comes back as it was."""

import pytest
import torch
from models import B, H, S, T, padded, small, some_ids

from lernformer.translator.attention_maps import attention_maps


def test_attention_maps_are_the_weights_of_all_heads():
    model = small().train()
    src, tgt = padded(some_ids(B, S), 5, 3), some_ids(B, T)
    maps = attention_maps(model, src, tgt)
    assert {name: tuple(weights.shape) for name, weights in maps.items()} == {
        f"{stack}.layers.{i}.{name}": shape
        for i in range(2)
        for stack, name, shape in [
            ("encoder", "self_attention", (B, H, S, S)),
            ("decoder", "self_attention", (B, H, T, T)),
            ("decoder", "cross_attention", (B, H, T, S)),
        ]
    }
    for name, weights in maps.items():
        torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights[..., 0]))
        assert not weights.requires_grad
        if "decoder.layers.0.self" in name:
            torch.testing.assert_close(weights, weights.tril(), rtol=0, atol=0)
        if "cross" in name or "encoder" in name:
            assert not weights[1, ..., 3:].any()
    assert model.training
    assert not any(module._forward_hooks for module in model.modules())


def test_attention_that_gives_no_weights_has_no_maps():
    model = small()
    decoder = model.decoder.layers[1]
    forward = decoder.cross_attention.forward
    decoder.cross_attention.forward = lambda *x: (forward(*x)[0], None)
    message = r"decoder\.layers\.1\.cross_attention gives no weights"
    with pytest.raises(ValueError, match=message):
        attention_maps(model, some_ids(B, S), some_ids(B, T))
