"""The twin with fast layers against the model from which it is made."""

import pytest
import torch
from models import EXACT, B, H, S, T, padded, small, some_ids, variants
from torch import nn

from lernformer.fast import FAST, faster
from lernformer.residual_norm import LayerNorm
from lernformer.translator.attention_maps import attention_maps


def results(model, dtype):
    """Logits and gradients by the parameters' names."""
    src, tgt = padded(some_ids(B, S), 5, 3), padded(some_ids(B, T), 4, 3)
    logits = model(src, tgt)
    names, parameters = zip(*model.to(dtype).named_parameters(), strict=True)
    gradients = torch.autograd.grad(logits.square().mean(), parameters)
    return logits, dict(zip(names, gradients, strict=True))


@variants
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_the_twin_gives_the_same_results_and_gradients(changes, dtype, monkeypatch):
    monkeypatch.setattr("lernformer.fast.linear.SMALLEST", 0)  # all count as large
    model = small(**changes).to(dtype)
    tolerance = EXACT if dtype == torch.float64 else {"rtol": 1e-4, "atol": 1e-5}
    torch.testing.assert_close(
        results(faster(model), dtype), results(model, dtype), **tolerance
    )


@variants
def test_the_twin_has_the_very_parameters(changes):
    model = small(**changes)
    twin = faster(model)
    assert twin.state_dict().keys() == model.state_dict().keys()
    one, other = (dict(m.named_parameters()) for m in (model, twin))
    assert list(one) == list(other)
    assert all(one[name] is other[name] for name in one)


def test_the_model_stays_as_it_is():
    model = small(norm="rms", positions="rotary", dropout=0.5)
    kinds = [type(module) for module in model.modules()]
    twin = faster(model)
    assert [type(module) for module in model.modules()] == kinds
    assert not {type(module) for module in twin.modules()} & FAST.keys()
    assert not twin.training  # as the model
    twin.train()
    assert not any(module.training for module in model.modules())
    maps = attention_maps(model, some_ids(B, S), some_ids(B, T))
    assert maps["encoder.layers.0.self_attention"].shape == (B, H, S, S)
    with pytest.raises(ValueError, match="self_attention gives no weights"):
        attention_maps(twin, some_ids(B, S), some_ids(B, T))


def test_what_was_done_to_a_layer_is_done_to_its_twin():
    layer = LayerNorm(4)
    layer.register_forward_hook(lambda _, inputs, output: output + 1)
    changed = nn.Sequential(layer, nn.Linear(4, 4))
    changed[1].forward = lambda x: 2 * x
    x = torch.randn(3, 4)
    torch.testing.assert_close(faster(changed)(x), changed(x))


def test_other_classes_stay_what_they_are():
    class Own(nn.Linear):
        def forward(self, x):
            return x

    x = torch.randn(3, 4)
    assert faster(nn.Sequential(Own(4, 4)))(x) is x
