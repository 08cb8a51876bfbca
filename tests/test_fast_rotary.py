"""Turns by complex numbers against the chapter's rotary positions."""

import pytest
import torch

from lernformer.fast import faster
from lernformer.fast.rotary import turn, turns
from lernformer.positional_encoding import RotaryProjection, rotary


def normal(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


@pytest.mark.parametrize(
    ("dtype", "atol"),
    [(torch.float64, 1e-12), (torch.float32, 1e-4), (torch.bfloat16, 0.05)],
)
@pytest.mark.parametrize("length", [1, 64, 65, 300])
def test_a_turn_by_one_product_equals_rotary(dtype, atol, length):
    x = normal(2, length, 6).to(dtype)
    want = rotary(x, torch.arange(length))
    got = turn(x, turns(length, 6, dtype, x.device))
    assert got.dtype == dtype
    torch.testing.assert_close(got, want, rtol=0, atol=atol)


def test_turns_made_while_decoding_serve_a_training():
    with torch.inference_mode():
        turns(5, 10, torch.float32, torch.device("cpu"))
    x = torch.ones(5, 10, requires_grad=True)
    turn(x, turns(5, 10, torch.float32, x.device)).sum().backward()


@pytest.mark.parametrize("leading", [(), (2,), (2, 3)])
def test_the_projection_equals_the_chapters(leading):
    layer, x = RotaryProjection(12, 3).double(), normal(*leading, 5, 12)
    torch.testing.assert_close(faster(layer)(x), layer(x), rtol=0, atol=1e-12)
