"""The model as plain functions equals the model as modules."""

import pytest
import torch

from lernformer.attention import scaled_dot_product_attention
from lernformer.fast import faster, inference
from lernformer.fast.inference import Prepared, attend, encode, hiding
from lernformer.transformer import Transformer, TransformerConfig

EXACT = {"rtol": 0, "atol": 1e-10}  # float64 on both sides: rounding only


@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"norm_first": False},
        {"norm": "rms"},
        {"deepnorm": True, "norm_first": False},
        {"positions": "rotary"},
        {"positions": "learned", "concatenate_positions": True},
    ],
    ids=str,
)
def test_encoding_equals_the_modules(changes, padded):
    torch.manual_seed(0)
    config = TransformerConfig(9, 7, d_model=12, n_heads=3, d_ff=20, n_layers=2)
    config = TransformerConfig(**{**vars(config), **changes})
    model = Transformer(config).double().eval()
    for parameter in model.parameters():
        parameter.data += 0.1 * torch.randn_like(parameter)  # biases are zero at first
    src = torch.randint(1, 9, (4, 6))
    if padded:
        src[1, -1:] = src[2, -3:] = src[3] = 0  # the last is nothing but padding
    with torch.no_grad():
        want = model.encode(src)
    want = want.masked_fill((src == 0)[..., None], 0.0)
    ready = Prepared(model)
    # a prepared model serves many calls
    for which in (model, faster(model), ready, ready):
        got = encode(which, src)
        torch.testing.assert_close(got, want, **EXACT)
        assert not got.requires_grad
    torch.testing.assert_close(encode(ready, src[:1]), want[:1], **EXACT)


def test_no_more_padding_than_there_are_positions():
    config = TransformerConfig(9, 7, d_model=12, n_heads=3, d_ff=20, n_layers=1)
    config = TransformerConfig(**{**vars(config), "max_length": 7})
    model, src = Transformer(config).eval(), torch.randint(1, 9, (4, 6))
    with torch.no_grad():
        torch.testing.assert_close(encode(model, src), model.encode(src))


@pytest.mark.parametrize("largest", [0, 64])
@pytest.mark.parametrize("hidden", ["none", "some", "all"])
def test_attention_by_products_and_by_the_kernel(largest, hidden, monkeypatch):
    monkeypatch.setattr(inference, "LARGEST", largest)
    q, k, v = (torch.randn(2, 3, n, 4).double() for n in (5, 7, 7))
    visible = torch.rand(6, 1, 7) < {"none": 2.0, "some": 0.6, "all": -1.0}[hidden]
    bias = None if hidden == "none" else hiding(~visible, q.dtype)
    if hidden == "all":
        v = torch.zeros_like(v)  # as ``Places`` leaves them at padding
    want, _ = scaled_dot_product_attention(q, k, v, visible.view(2, 3, 1, 7))
    torch.testing.assert_close(attend(q, k, v, bias), want, **EXACT)


def test_a_model_in_training_is_not_prepared():
    config = TransformerConfig(9, 7, d_model=12, n_heads=3, d_ff=20, n_layers=1)
    with pytest.raises(ValueError, match="evaluation mode"):
        Prepared(Transformer(config).train())
