"""The norms in one kernel against the chapter's."""

import pytest
import torch

from lernformer.fast.norms import FusedLayerNorm, FusedRMSNorm
from lernformer.residual_norm import LayerNorm, RMSNorm

B, L, D = 2, 5, 6  # all different
DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]

norms = pytest.mark.parametrize(
    ("fused", "plain"), [(FusedLayerNorm, LayerNorm), (FusedRMSNorm, RMSNorm)]
)


def normal(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


@norms
@pytest.mark.parametrize("eps", [1e-5, 1e-2])
@pytest.mark.parametrize("scale", [1.0, 1e-3])  # at 1e-3, eps matters
def test_norms_and_gradients_equal_the_chapters(fused, plain, eps, scale):
    ours, theirs = fused(D, eps).double(), plain(D, eps).double()
    with torch.no_grad():
        for seed, parameter in enumerate(theirs.parameters()):
            parameter.copy_(normal(D, seed=seed))
    ours.load_state_dict(theirs.state_dict())
    x = (normal(B, L, D, seed=7) * scale).requires_grad_()
    upstream = normal(B, L, D, seed=8)
    results = [
        [y := layer(x), *torch.autograd.grad(y, [x, *layer.parameters()], upstream)]
        for layer in (ours, theirs)
    ]
    # gradients of inputs of 1e-3 reach 1e3
    torch.testing.assert_close(*results, rtol=1e-11, atol=1e-9)


@norms
def test_equal_features_stay_finite(fused, plain):
    x = torch.zeros(L, D, requires_grad=True)
    fused(D)(x).sum().backward()
    assert x.grad.isfinite().all()


@norms
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("device", DEVICES)
def test_norms_keep_dtype_and_device(fused, plain, dtype, device):
    x = normal(B, L, D).to(device, dtype)
    output = fused(D).to(device, dtype)(x)
    assert output.dtype == dtype
    assert output.device.type == device
    want = plain(D).double()(x.double().cpu())
    # bfloat16 has 8 bits of precision; float32 has 24
    tolerance = {torch.bfloat16: 0.05, torch.float32: 1e-5, torch.float64: 1e-10}
    torch.testing.assert_close(
        output.double().cpu(), want, rtol=0, atol=tolerance[dtype]
    )
