"""Products by oneDNN against those of torch, and in float64."""

import pytest
import torch
from models import with_gradients
from torch import nn
from torch.nn import functional as F

from lernformer.fast import linear as fast_linear
from lernformer.fast.linear import FusedLinear, PackedLinear, linear

ONEDNN = pytest.mark.skipif(
    not fast_linear._HAS_ONEDNN, reason="this torch has no oneDNN"
)


def operands(*leading, d_in, d_out, bias=True, dtype=torch.float32):
    torch.manual_seed(d_in)
    x = torch.randn(*leading, d_in, dtype=dtype, requires_grad=True)
    weight = torch.randn(d_out, d_in, dtype=dtype, requires_grad=True)
    shift = torch.randn(d_out, dtype=dtype, requires_grad=True) if bias else None
    return x, weight, shift


@pytest.fixture
def seen(monkeypatch) -> list:
    """The products that oneDNN computes, from now on."""
    product, seen = fast_linear._product, []

    def counted(*arguments):
        seen.append(arguments)
        return product(*arguments)

    monkeypatch.setattr(fast_linear, "_product", counted)
    return seen


@pytest.fixture
def small_too(monkeypatch):
    monkeypatch.setattr(fast_linear, "SMALLEST", 0)


@ONEDNN
@pytest.mark.usefixtures("small_too")
@pytest.mark.parametrize("leading", [(5,), (2, 3), (2, 1, 3)])
@pytest.mark.parametrize(("d_in", "d_out"), [(7, 11), (11, 7)])
@pytest.mark.parametrize("bias", [True, False])
def test_results_and_gradients_are_those_of_float64(leading, d_in, d_out, bias, seen):
    inputs = [
        x
        for x in operands(*leading, d_in=d_in, d_out=d_out, bias=bias)
        if x is not None
    ]
    exact = [x.detach().double().requires_grad_() for x in inputs]
    got = with_gradients(linear(*inputs), inputs)[:2]
    assert len(seen) == 3  # forward, by x, by the weight
    want = with_gradients(F.linear(*exact), exact)[:2]
    for ours, theirs in zip([got[0], *got[1]], [want[0], *want[1]], strict=True):
        torch.testing.assert_close(ours.double(), theirs, atol=1e-5, rtol=1e-5)


@ONEDNN
@pytest.mark.parametrize("bias", [True, False])
def test_a_packed_weight_gives_the_same_product_after_product(bias, monkeypatch, seen):
    monkeypatch.setattr(fast_linear, "SMALLEST_PACKED", 8 * 7 * 11)
    _, weight, shift = operands(8, d_in=7, d_out=11, bias=bias)
    layer = PackedLinear(weight, shift)
    with torch.inference_mode():
        for _ in range(2):
            for leading in [(8,), (9,), (2, 4), (3,)]:  # the last product is small
                x = torch.randn(*leading, 7)
                torch.testing.assert_close(layer(x), F.linear(x, weight, shift))
    assert layer.packed is not None
    assert len(seen) == 3 * 2


@ONEDNN
@pytest.mark.usefixtures("small_too")
def test_a_second_derivative_is_refused_and_not_wrong():
    x, weight, bias = operands(4, d_in=3, d_out=5)
    (by_x,) = torch.autograd.grad(
        linear(x, weight, bias).square().sum(), x, create_graph=True
    )
    with pytest.raises(RuntimeError, match="once_differentiable"):
        by_x.sum().backward()


@pytest.mark.parametrize(
    ("leading", "dtype", "smallest"),
    [
        *(((), torch.float32, 100), ((2, 0), torch.float32, 100)),
        *(((4,), torch.float32, 100), ((4,), torch.float64, 0)),
        ((4,), torch.bfloat16, 0),
    ],
)
def test_small_products_and_other_numbers_stay_with_torch(
    leading, dtype, smallest, monkeypatch, seen
):
    monkeypatch.setattr(fast_linear, "SMALLEST", smallest)
    inputs = operands(*leading, d_in=3, d_out=5, dtype=dtype)
    assert torch.equal(linear(*inputs), F.linear(*inputs))
    assert not seen


@pytest.mark.usefixtures("small_too")
def test_autocast_decides_on_the_precision():
    inputs = operands(4, d_in=3, d_out=5)
    with torch.autocast("cpu", torch.bfloat16):
        assert linear(*inputs).dtype == torch.bfloat16


@ONEDNN
def test_the_layer_is_torchs_at_the_size_of_a_real_model(seen):
    torch.manual_seed(0)
    theirs, ours = nn.Linear(512, 1024), FusedLinear(512, 1024)
    ours.load_state_dict(theirs.state_dict())
    x = torch.randn(4, 16, 512)
    torch.testing.assert_close(ours(x), theirs(x), atol=1e-5, rtol=1e-5)
    assert seen
