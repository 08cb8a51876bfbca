"""The model as plain functions equals the model as modules."""

import pytest
import torch

from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.inference import encode

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
        {"fused": False},
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
        src[1, -1:] = src[2, -3:] = 0
    with torch.no_grad():
        want = model.encode(src)
    want = want.masked_fill((src == 0)[..., None], 0.0)
    got = encode(model, src)
    torch.testing.assert_close(got, want, **EXACT)
    assert not got.requires_grad
