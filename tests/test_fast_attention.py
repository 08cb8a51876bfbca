"""Fused attention against the chapter's."""

import copy

import pytest
import torch

from lernformer.attention import MultiHeadAttention
from lernformer.fast import faster
from lernformer.fast.attention import SHORT, _ShortAttention

B, H, L_Q, L_K, D_K = 2, 3, 4, 5, 7  # all different
EXACT = {"rtol": 0, "atol": 1e-10}  # float64 on both sides: rounding only
DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]


def normal(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def some_mask(*shape, seed=4):
    """Random, True = may attend, and at least one key for each query."""
    mask = normal(*shape, seed=seed) > 0
    mask[..., 0] = True
    return mask


def attention(dropout=0.0):
    torch.manual_seed(0)
    return MultiHeadAttention(H * D_K, H, dropout).double()


@pytest.mark.parametrize("more", [0, SHORT], ids=["short", "long"])
@pytest.mark.parametrize("masked", [None, "both", "keys"])
def test_fused_attention_and_gradients_equal_the_explicit_path(masked, more):
    d_model = H * D_K
    explicit = attention()
    fused = faster(explicit)
    n_q, n_k = L_Q + more, L_K + more
    shapes = {"both": (n_q, n_k), "keys": (B, 1, 1, n_k)}
    mask = some_mask(*shapes[masked]) if masked else None
    query = normal(B, n_q, d_model, seed=1).requires_grad_()
    memory = normal(B, n_k, d_model, seed=2).requires_grad_()
    upstream = normal(B, n_q, d_model, seed=5)
    results = []
    for layer in (fused, explicit):
        output, weights = layer(query, memory, memory, mask)
        inputs = [query, memory, *layer.parameters()]
        results.append([output, *torch.autograd.grad(output, inputs, upstream)])
        assert (weights is None) == (layer is fused)
    torch.testing.assert_close(*results, **EXACT)


def test_short_attentions_gradient_is_that_of_small_changes():
    inputs = [normal(B, n, D_K, seed=n).requires_grad_() for n in (L_Q, L_K, L_K)]
    hidden = ~some_mask(B, L_Q, L_K)
    torch.autograd.gradcheck(_ShortAttention.apply, (*inputs, hidden))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_fused_row_that_may_attend_to_nothing_is_as_explicit(device, dtype):
    explicit = attention()
    fused = faster(copy.deepcopy(explicit)).to(device, dtype)
    mask = some_mask(B, 1, 1, L_K)
    mask[0] = False
    x = normal(B, L_K, H * D_K)
    output, _ = fused(*[x.to(device, dtype)] * 3, mask.to(device))
    want, _ = explicit(x, x, x, mask)
    # bfloat16 has 8 bits of precision; float32 has 24
    tolerance = {torch.bfloat16: 0.05, torch.float32: 1e-5}
    torch.testing.assert_close(
        output.double().cpu(), want, rtol=0, atol=tolerance[dtype]
    )
    output.sum().backward()
    assert all(p.grad.isfinite().all() for p in fused.parameters())


def test_fused_dropout_acts_in_training_only_and_keeps_the_average():
    fused = faster(attention(dropout=0.5))
    x = normal(1, L_Q, H * D_K).expand(2000, -1, -1)
    still = fused.eval()(x, x, x)[0]
    torch.testing.assert_close(still, still[:1].expand_as(still))
    noisy = fused.train()(x, x, x)[0]
    error = (noisy.mean(0) - still[0]).abs() / (noisy.std(0) / 2000**0.5)
    assert noisy.std(0).min() > 0
    assert error.max() < 6  # standard errors


def test_fused_attention_refuses_a_mask_of_numbers():
    layer = faster(attention())
    x = normal(B, L_Q, H * D_K)
    with pytest.raises(ValueError, match=r"mask must be boolean .* torch.float64"):
        layer(x, x, x, normal(L_Q, L_Q))
