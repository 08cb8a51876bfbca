"""Dropout whose random bits are shared out."""

import pytest
import torch

from lernformer.fast.dropout import FusedDropout


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_fused_dropout_keeps_the_share_and_the_mean(p):
    torch.manual_seed(0)
    n = 400_001  # not a multiple of four
    x = torch.full((n,), 3.0, requires_grad=True)
    y = FusedDropout(p)(x)
    torch.testing.assert_close(y.unique(), torch.tensor([0.0, 3 / (1 - p)]))
    kept = (y > 0).double().mean().item()
    assert abs(kept - (1 - p)) < 5 * (p * (1 - p) / n) ** 0.5  # five deviations
    (gradient,) = torch.autograd.grad(y.sum(), x)
    torch.testing.assert_close(gradient, y.detach() / 3)


def test_fused_dropout_decides_for_each_number_alone():
    torch.manual_seed(0)
    kept = FusedDropout(0.5)(torch.ones(40_000, 4)) > 0
    together = (kept.double().T @ kept.double() / len(kept)).fill_diagonal_(0.25)
    # chance of two at once: 0.5 · 0.5 for neighbours of the same 64 bits too
    torch.testing.assert_close(
        together, torch.full_like(together, 0.25), rtol=0, atol=0.013
    )
    shifted = (kept[1:] & kept[:-1]).double().mean(dim=0)
    torch.testing.assert_close(
        shifted, torch.full_like(shifted, 0.25), rtol=0, atol=0.013
    )


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
def test_fused_dropout_elsewhere_is_nothing(dtype):
    x = torch.randn(3, 5, dtype=dtype)
    assert torch.equal(FusedDropout(0.3).eval()(x), x)
    assert torch.equal(FusedDropout(0.0)(x), x)
    assert FusedDropout(0.3)(x).dtype == dtype
    assert not FusedDropout(1.0)(x).any()
