"""The reference against independent oracles: NumPy/SciPy, torch.nn and autograd."""

import numpy as np
import pytest
import scipy.special
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from torch import nn
from torch.nn import functional as F

from lernformer.attention import (
    MultiHeadAttention,
    attention_weights,
    is_softmax,
    merge_heads,
    scaled_dot_product_attention,
    score_variances,
    softmax,
    softmax_jacobian,
    split_heads,
    split_projection,
)
from lernformer.positional_encoding import RotaryProjection

B, H, L_Q, L_K, D_K, D_V = 2, 3, 4, 5, 7, 6  # all different
EXACT = {"rtol": 0, "atol": 1e-10}  # float64 on both sides: rounding only
DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]

scores_arrays = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=1, max_dims=4, max_side=5),
    elements=st.floats(-1e6, 1e6),
)


def normal(*shape, seed=0, **options):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64).to(**options)


@pytest.fixture
def qkv():
    return [
        normal(B, H, L_Q, D_K, seed=1),
        normal(B, H, L_K, D_K, seed=2),
        normal(B, H, L_K, D_V, seed=3),
    ]


def some_mask(*shape, seed=4):
    """A random mask: True = may attend, and at least one key per query."""
    mask = normal(*shape, seed=seed) > 0
    mask[..., 0] = True
    return mask


# softmax and its Jacobian -----------------------------------------------------------


def test_softmax_of_the_worked_example():
    weights = softmax(np.array([1.0, 2.0, 3.0, 4.0]))
    np.testing.assert_allclose(
        weights, [0.0320586, 0.08714432, 0.23688282, 0.64391426], atol=5e-9
    )


@given(scores_arrays, st.integers(-4, 3))
def test_softmax_equals_scipy(scores, axis):
    axis = axis % scores.ndim
    want = scipy.special.softmax(scores, axis=axis)
    np.testing.assert_allclose(softmax(scores, axis), want, rtol=1e-9, atol=1e-12)


@given(scores_arrays, st.floats(-1e3, 1e3))
def test_softmax_ignores_a_shift(scores, shift):
    # 1e6 + 1e3 keeps nine digits after the point in float64
    np.testing.assert_allclose(softmax(scores + shift), softmax(scores), atol=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_softmax_keeps_dtype_and_input(dtype):
    scores = np.array([[1.0, 900.0], [-900.0, 2.0]], dtype)
    before = scores.copy()
    assert softmax(scores).dtype == dtype
    np.testing.assert_array_equal(scores, before)


def test_a_test_of_the_softmax_knows_that_of_others():
    assert is_softmax(softmax)
    assert is_softmax(lambda s, axis=-1: scipy.special.softmax(s, axis=axis))
    assert not is_softmax(scipy.special.log_softmax)
    assert not is_softmax(lambda s, axis=-1: scipy.special.expit(s))
    assert not is_softmax(lambda s, axis=-1: scipy.special.softmax(s, axis=-1))


def test_variances_of_scores_are_torchs():
    q, k = normal(L_Q, D_K, seed=1), normal(L_K, D_K, seed=2)
    got = score_variances(q.numpy(), k.numpy())
    scores = torch.cdist(q, -k) ** 2 - q.square().sum(-1)[:, None] - k.square().sum(-1)
    for found, each in zip(got, (scores / 2, scores / 2 / D_K**0.5), strict=True):
        np.testing.assert_allclose(found, each.var(correction=0), rtol=1e-10)


@pytest.mark.parametrize("shape", [(4,), (2, 3), (2, 3, 5)])
def test_jacobian_equals_autograd(shape):
    s = normal(*shape)
    jacobian = torch.func.jacrev(lambda row: row.softmax(-1))
    want = torch.func.vmap(jacobian)(s.reshape(-1, shape[-1]))
    got = softmax_jacobian(softmax(s.numpy()))
    np.testing.assert_allclose(got, want.reshape(*shape, shape[-1]), **EXACT)


@given(scores_arrays)
def test_jacobian_is_symmetric_and_its_rows_cancel(scores):
    jacobian = softmax_jacobian(softmax(scores))
    np.testing.assert_allclose(jacobian, np.swapaxes(jacobian, -1, -2), atol=1e-12)
    np.testing.assert_allclose(jacobian.sum(-1), 0, atol=1e-12)


# scaled dot-product attention -------------------------------------------------------


@pytest.mark.parametrize(
    "mask_shape", [None, (L_Q, L_K), (B, 1, 1, L_K), (B, 1, L_Q, L_K), (1, L_K)]
)
def test_attention_and_gradients_equal_torch(qkv, mask_shape):
    mask = None if mask_shape is None else some_mask(*mask_shape)
    ours = [x.clone().requires_grad_() for x in qkv]
    theirs = [x.clone().requires_grad_() for x in qkv]
    output, weights = scaled_dot_product_attention(*ours, mask)
    want = F.scaled_dot_product_attention(*theirs, attn_mask=mask)
    torch.testing.assert_close(output, want, **EXACT)
    torch.testing.assert_close(weights.sum(-1), torch.ones(B, H, L_Q).double())

    upstream = normal(*want.shape, seed=5)
    output.backward(upstream)
    want.backward(upstream)
    for x, y in zip(ours, theirs, strict=True):
        torch.testing.assert_close(x.grad, y.grad, **EXACT)


@pytest.mark.parametrize("lead", [(), (B,), (B, H), (1, B, H)])
def test_attention_takes_any_leading_axes(lead):
    q, k, v = normal(*lead, L_Q, D_K), normal(*lead, L_K, D_K), normal(*lead, L_K, D_V)
    output, weights = scaled_dot_product_attention(q, k, v)
    torch.testing.assert_close(output, F.scaled_dot_product_attention(q, k, v))
    assert weights.shape == (*lead, L_Q, L_K)


def test_attention_passes_gradcheck(qkv):
    inputs = [x[0, 0].clone().requires_grad_() for x in qkv]
    mask = some_mask(L_Q, L_K)
    assert torch.autograd.gradcheck(
        lambda *x: scaled_dot_product_attention(*x, mask), inputs
    )


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("device", DEVICES)
def test_attention_keeps_dtype_and_device(qkv, dtype, device):
    x = [part.to(device, dtype) for part in qkv]
    mask = some_mask(B, 1, 1, L_K).to(device)
    output, weights = scaled_dot_product_attention(*x, mask)
    assert output.dtype == weights.dtype == dtype
    assert output.device.type == weights.device.type == device
    want = F.scaled_dot_product_attention(*(part.double() for part in x), mask)
    # bfloat16 has 8 bits of precision; float32 has 24
    tolerance = {torch.bfloat16: 0.05, torch.float32: 1e-5, torch.float64: 1e-10}
    torch.testing.assert_close(output.double(), want, rtol=0, atol=tolerance[dtype])


def test_a_row_that_may_attend_to_nothing_is_zero_and_passes_no_nan(qkv):
    q, k, v = (x.clone().requires_grad_() for x in qkv)
    mask = some_mask(B, 1, L_Q, L_K)
    mask[0, 0, 1] = False
    output, weights = scaled_dot_product_attention(q, k, v, mask)
    assert not weights[0, :, 1].any()
    assert not output[0, :, 1].any()
    output.sum().backward()
    assert all(x.grad.isfinite().all() for x in (q, k, v))


def test_large_scores_stay_finite(qkv):
    q, k, v = qkv
    large = [1e4 * q.float(), 1e4 * k.float()]
    output, _ = scaled_dot_product_attention(*large, v.float())
    assert output.isfinite().all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"k": (B, H, L_K, 8)}, "q and k must have the same d_k, got 7 and 8"),
        ({"v": (B, H, 9, D_V)}, "5 keys need as many values, got 9"),
    ],
)
def test_attention_refuses_what_does_not_fit(qkv, change, message):
    inputs = dict(zip("qkv", qkv, strict=True))
    inputs |= {name: normal(*shape) for name, shape in change.items()}
    with pytest.raises(ValueError, match=message):
        scaled_dot_product_attention(**inputs)


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        (torch.ones(L_Q, L_K), "mask must be boolean .* got torch.float32"),
        (torch.ones(L_Q, 3).bool(), r"mask \(4, 3\) does not broadcast to scores"),
        (torch.ones(1, B, H, L_Q, L_K).bool(), r"mask \(1, 2, 3, 4, 5\) does not"),
    ],
)
def test_attention_refuses_masks_that_do_not_fit(qkv, mask, message):
    with pytest.raises(ValueError, match=message):
        attention_weights(*qkv[:2], mask)


# heads ------------------------------------------------------------------------------


@pytest.mark.parametrize("lead", [(), (B,), (3, B)])
def test_split_heads_deals_out_slices(lead):
    x = normal(*lead, L_Q, H * D_K)
    heads = split_heads(x, H)
    assert heads.shape == (*lead, H, L_Q, D_K)
    for h, piece in enumerate(np.split(x.numpy(), H, axis=-1)):
        np.testing.assert_array_equal(heads.select(-3, h), piece)


def test_merge_heads_concatenates():
    heads = normal(B, H, L_Q, D_K)
    want = np.concatenate([heads[:, h] for h in range(H)], axis=-1)
    np.testing.assert_array_equal(merge_heads(heads), want)
    torch.testing.assert_close(split_heads(merge_heads(heads), H), heads)


def test_split_projection_gives_small_layers_that_do_what_the_big_one_does():
    big = nn.Linear(5, H * D_K, dtype=torch.float64)
    x = normal(B, L_Q, 5)
    weights, biases = split_projection(big.weight, big.bias, H)
    for h, weight, bias in zip(range(H), weights, biases, strict=True):
        small = nn.Linear(5, D_K, dtype=torch.float64)
        small.load_state_dict({"weight": weight, "bias": bias})
        want = big(x)[..., h * D_K : (h + 1) * D_K]
        torch.testing.assert_close(small(x), want, **EXACT)
        torch.testing.assert_close(split_heads(big(x), H)[:, h], want, **EXACT)


@pytest.mark.parametrize("n_heads", [3, 0])
def test_heads_must_divide_d_model(n_heads):
    message = rf"d_model \(10\) must be divisible by n_heads \({n_heads}\)"
    with pytest.raises(ValueError, match=message):
        split_heads(normal(2, 4, 10), n_heads)
    with pytest.raises(ValueError, match=message):
        split_projection(normal(10, 5), normal(10), n_heads)
    with pytest.raises(ValueError, match=message):
        MultiHeadAttention(10, n_heads)


# MultiHeadAttention -----------------------------------------------------------------


def copied_from_torch(d_model, n_heads, dropout=0.0):
    """Ours and torch's module with the same weights."""
    torch.manual_seed(0)
    theirs = nn.MultiheadAttention(
        d_model, n_heads, dropout, batch_first=True, dtype=torch.float64
    )
    ours = MultiHeadAttention(d_model, n_heads, dropout).double()
    projections = [ours.q_proj, ours.k_proj, ours.v_proj]
    with torch.no_grad():
        theirs.in_proj_bias.copy_(normal(3 * d_model))
        theirs.out_proj.bias.copy_(normal(d_model))
        for i, layer in enumerate(projections):
            layer.weight.copy_(theirs.in_proj_weight.chunk(3)[i])
            layer.bias.copy_(theirs.in_proj_bias.chunk(3)[i])
        ours.out_proj.load_state_dict(theirs.out_proj.state_dict())
    return ours, theirs


@pytest.mark.parametrize("cross", [False, True])
@pytest.mark.parametrize("padded", [False, True])
def test_multi_head_attention_and_gradients_equal_torch(cross, padded):
    d_model = H * D_K
    ours, theirs = copied_from_torch(d_model, H)
    query = normal(B, L_Q, d_model, seed=1).requires_grad_()
    memory = normal(B, L_K, d_model, seed=2).requires_grad_() if cross else query
    length = memory.size(1)
    keep = some_mask(B, length) if padded else None
    output, weights = ours(
        query, memory, memory, None if keep is None else keep[:, None, None]
    )
    want, want_weights = theirs(
        query,
        memory,
        memory,
        key_padding_mask=None if keep is None else ~keep,  # torch: True = hidden
        average_attn_weights=False,
    )
    torch.testing.assert_close(output, want, **EXACT)
    torch.testing.assert_close(weights, want_weights, **EXACT)

    upstream = normal(*want.shape, seed=5)
    layers = (ours.q_proj, ours.k_proj, ours.v_proj)
    sources = [query, memory] if cross else [query]
    got = torch.autograd.grad(
        output,
        [*sources, ours.out_proj.weight, *(layer.weight for layer in layers)],
        upstream,
    )
    want = torch.autograd.grad(
        want, [*sources, theirs.out_proj.weight, theirs.in_proj_weight], upstream
    )
    torch.testing.assert_close(torch.cat(got[-3:]), want[-1], **EXACT)
    for ours_grad, theirs_grad in zip(got[:-3], want[:-1], strict=True):
        torch.testing.assert_close(ours_grad, theirs_grad, **EXACT)


@pytest.mark.parametrize("lead", [(), (B,), (3, B)])
def test_multi_head_attention_takes_any_leading_axes(lead):
    ours, _ = copied_from_torch(H * D_K, H)
    query, memory = normal(*lead, L_Q, H * D_K), normal(*lead, L_K, H * D_K, seed=2)
    output, weights = ours(query, memory, memory)
    assert weights.shape == (*lead, H, L_Q, L_K)
    flat = ours(
        query.reshape(-1, L_Q, H * D_K), *[memory.reshape(-1, L_K, H * D_K)] * 2
    )
    torch.testing.assert_close(output.reshape(flat[0].shape), flat[0])


def test_dropout_acts_in_training_only_and_keeps_the_average():
    d_model = H * D_K
    ours, _ = copied_from_torch(d_model, H, dropout=0.5)
    x = normal(1, L_Q, d_model).expand(2000, -1, -1)
    still = ours.eval()(x, x, x)[0]
    torch.testing.assert_close(still, still[:1].expand_as(still))
    noisy, weights = ours.train()(x, x, x)
    error = (noisy.mean(0) - still[0]).abs() / (noisy.std(0) / 2000**0.5)
    assert noisy.std(0).min() > 0
    assert error.max() < 6  # standard errors
    torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights[..., 0]))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("device", DEVICES)
def test_multi_head_attention_keeps_dtype_and_device(dtype, device):
    layer = MultiHeadAttention(H * D_K, H).to(device, dtype)
    x = normal(B, L_Q, H * D_K, device=device, dtype=dtype)
    output, weights = layer(x, x, x, some_mask(B, 1, 1, L_Q).to(device))
    assert output.dtype == weights.dtype == dtype
    assert output.device.type == weights.device.type == device


def test_attention_without_positions_is_permutation_equivariant():
    layer = MultiHeadAttention(H * D_K, H).double()
    x, order = normal(B, L_K, H * D_K), torch.tensor([3, 0, 4, 1, 2])
    output, _ = layer(x, x, x)
    shuffled, _ = layer(*[x[:, order]] * 3)
    torch.testing.assert_close(shuffled, output[:, order])


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ([(4, 20), (5, 21), (5, 21)], r"query must have d_model \(21\) .* got 20"),
        ([(4, 21), (5, 21), (6, 21)], "5 keys need as many values, got 6"),
    ],
)
def test_multi_head_attention_refuses_what_does_not_fit(shapes, message):
    layer = MultiHeadAttention(H * D_K, H).double()
    with pytest.raises(ValueError, match=message):
        layer(*(normal(B, *shape) for shape in shapes))


# rotary -----------------------------------------------------------------------------


def test_rotary_attention_knows_distances_but_not_places():
    d_k = 4
    layer = MultiHeadAttention(H * d_k, H)
    layer.q_proj = RotaryProjection(H * d_k, H)
    layer.k_proj = RotaryProjection(H * d_k, H)
    layer.double()
    x, first = normal(B, L_Q, H * d_k), normal(B, 3, H * d_k, seed=2)
    mask = torch.arange(3 + L_Q) >= 3  # the first three are there, but hidden
    moved = torch.cat([first, x], dim=1)
    output, _ = layer(x, x, x)
    torch.testing.assert_close(layer(moved, moved, moved, mask)[0][:, 3:], output)
    order = torch.tensor([1, 0, 3, 2])
    shuffled, _ = layer(*[x[:, order]] * 3)
    assert (shuffled - output[:, order]).abs().max() > 1e-3
