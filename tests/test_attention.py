"""The reference and its fast twin against NumPy/SciPy, torch.nn and autograd."""

import copy

import numpy as np
import pytest
import scipy.special
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from models import (
    assert_same_but_for_precision,
    compare_with_torch,
    everywhere,
    normal,
    perturbed,
    some_mask,
    with_gradients,
)
from torch import nn
from torch.nn import functional as F

from lernformer.attention import (
    MultiHeadAttention,
    is_softmax,
    merge_heads,
    scaled_dot_product_attention,
    score_variances,
    softmax,
    softmax_jacobian,
    split_heads,
    split_projection,
)
from lernformer.fast import faster
from lernformer.fast.attention import SHORT
from lernformer.positional_encoding import RotaryProjection

B, H, L_Q, L_K, D_K, D_V = 2, 3, 4, 5, 7, 6  # all different
D_MODEL = H * D_K
EXACT = {"rtol": 0, "atol": 1e-10}  # float64 on both sides: rounding only

scores_arrays = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=1, max_dims=4, max_side=5),
    elements=st.floats(-1e6, 1e6),
)
both_kinds = pytest.mark.parametrize("make", [lambda x: x, faster], ids=["own", "fast"])


@pytest.fixture
def qkv():
    return [
        normal(B, H, L_Q, D_K, seed=1),
        normal(B, H, L_K, D_K, seed=2),
        normal(B, H, L_K, D_V, seed=3),
    ]


# softmax and its Jacobian -----------------------------------------------------------


@given(scores_arrays, st.integers(-4, 3))
def test_softmax_equals_scipy(scores, axis):
    axis = axis % scores.ndim
    want = scipy.special.softmax(scores, axis=axis)
    np.testing.assert_allclose(softmax(scores, axis), want, rtol=1e-9, atol=1e-12)


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


# scaled dot-product attention -------------------------------------------------------


@pytest.mark.parametrize(
    "mask_shape", [None, (L_Q, L_K), (B, 1, 1, L_K), (B, 1, L_Q, L_K), (1, L_K)]
)
def test_attention_and_gradients_equal_torch(qkv, mask_shape):
    mask = None if mask_shape is None else some_mask(*mask_shape)
    qkv = [x.requires_grad_() for x in qkv]
    output, weights = scaled_dot_product_attention(*qkv, mask)
    want = F.scaled_dot_product_attention(*qkv, attn_mask=mask)
    torch.testing.assert_close(weights.sum(-1), torch.ones(B, H, L_Q).double())
    torch.testing.assert_close(
        with_gradients(output, qkv), with_gradients(want, qkv), **EXACT
    )


@pytest.mark.parametrize("lead", [(), (B,), (B, H), (1, B, H)])
def test_attention_takes_any_leading_axes(lead):
    q, k, v = normal(*lead, L_Q, D_K), normal(*lead, L_K, D_K), normal(*lead, L_K, D_V)
    output, weights = scaled_dot_product_attention(q, k, v)
    torch.testing.assert_close(output, F.scaled_dot_product_attention(q, k, v))
    assert weights.shape == (*lead, L_Q, L_K)


@everywhere
def test_attention_keeps_dtype_and_device(qkv, dtype, device):
    x = [part.to(device, dtype) for part in qkv]
    mask = some_mask(B, 1, 1, L_K)
    output, weights = scaled_dot_product_attention(*x, mask.to(device))
    assert output.dtype == weights.dtype == dtype
    assert weights.device.type == device
    want = F.scaled_dot_product_attention(*(part.double().cpu() for part in x), mask)
    assert_same_but_for_precision(output, want, device)


def test_a_row_that_may_attend_to_nothing_is_zero_and_passes_no_nan(qkv):
    q, k, v = (x.requires_grad_() for x in qkv)
    mask = some_mask(B, 1, L_Q, L_K)
    mask[0, 0, 1] = False
    output, weights = scaled_dot_product_attention(q, k, v, mask)
    assert not weights[0, :, 1].any()
    assert not output[0, :, 1].any()
    output.sum().backward()
    assert all(x.grad.isfinite().all() for x in (q, k, v))


def test_large_scores_stay_finite(qkv):
    q, k, v = (x.float() for x in qkv)
    assert scaled_dot_product_attention(1e4 * q, 1e4 * k, v)[0].isfinite().all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"k": normal(B, H, L_K, 8)}, "q and k must have the same d_k, got 7 and 8"),
        ({"v": normal(B, H, 9, D_V)}, "5 keys need as many values, got 9"),
        ({"mask": torch.ones(L_Q, L_K)}, "mask must be boolean .* got torch.float32"),
        ({"mask": some_mask(L_Q, 3)}, r"mask \(4, 3\) does not broadcast to scores"),
        (
            {"mask": some_mask(1, B, H, L_Q, L_K)},
            r"mask \(1, 2, 3, 4, 5\) does not",
        ),
    ],
)
def test_attention_refuses_what_does_not_fit(qkv, change, message):
    inputs = dict(zip("qkv", qkv, strict=True)) | change
    with pytest.raises(ValueError, match=message):
        scaled_dot_product_attention(**inputs)


# heads ------------------------------------------------------------------------------


@pytest.mark.parametrize("lead", [(), (B,), (3, B)])
def test_split_heads_deals_out_slices_and_merge_heads_undoes_it(lead):
    x = normal(*lead, L_Q, D_MODEL)
    heads = split_heads(x, H)
    want = np.stack(np.split(x.numpy(), H, axis=-1), axis=-3)
    np.testing.assert_array_equal(heads, want)
    assert torch.equal(merge_heads(heads), x)


def test_split_projection_gives_small_layers_that_do_what_the_big_one_does():
    big = nn.Linear(5, D_MODEL, dtype=torch.float64)
    x = normal(B, L_Q, 5)
    weights, biases = split_projection(big.weight, big.bias, H)
    want = big(x).chunk(H, dim=-1)
    for each, weight, bias in zip(want, weights, biases, strict=True):
        torch.testing.assert_close(F.linear(x, weight, bias), each, **EXACT)


@pytest.mark.parametrize("n_heads", [3, 0])
@pytest.mark.parametrize(
    "function",
    [
        lambda n_heads: split_heads(normal(2, 4, 10), n_heads),
        lambda n_heads: split_projection(normal(10, 5), normal(10), n_heads),
        lambda n_heads: MultiHeadAttention(10, n_heads),
    ],
)
def test_heads_must_divide_d_model(function, n_heads):
    message = rf"d_model \(10\) must be divisible by n_heads \({n_heads}\)"
    with pytest.raises(ValueError, match=message):
        function(n_heads)


# MultiHeadAttention -----------------------------------------------------------------


@both_kinds
@pytest.mark.parametrize("length", [L_K, SHORT + L_K])
@pytest.mark.parametrize("masked", [None, "pairs", "keys"])
@pytest.mark.parametrize("cross", [False, True])
def test_multi_head_attention_and_gradients_equal_torch(make, length, masked, cross):
    ours = make(perturbed(MultiHeadAttention(D_MODEL, H)))
    theirs = nn.MultiheadAttention(D_MODEL, H, batch_first=True)
    query = normal(B, length - cross, D_MODEL, seed=1).requires_grad_()
    memory = normal(B, length, D_MODEL, seed=2).requires_grad_() if cross else query
    mask, hidden = None, {"average_attn_weights": False}  # torch: True = hidden
    if masked == "pairs":
        mask = some_mask(query.size(1), length)
        hidden["attn_mask"] = ~mask
    elif masked == "keys":
        mask = some_mask(B, 1, 1, length)
        hidden["key_padding_mask"] = ~mask[:, 0, 0]
    compare_with_torch(
        ours,
        theirs,
        lambda: ours(query, memory, memory, mask)[0],
        lambda: theirs(query, memory, memory, **hidden)[0],
        [query, memory] if cross else [query],
        **EXACT,
    )
    weights = ours(query, memory, memory, mask)[1]
    if make is faster:
        assert weights is None
    else:
        want = theirs(query, memory, memory, **hidden)[1]
        torch.testing.assert_close(weights, want, **EXACT)


@both_kinds
def test_dropout_acts_in_training_only_and_keeps_the_average(make):
    torch.manual_seed(0)
    ours = make(MultiHeadAttention(D_MODEL, H, dropout=0.5).double())
    x = normal(1, L_Q, D_MODEL).expand(2000, -1, -1)
    still = ours.eval()(x, x, x)[0]
    torch.testing.assert_close(still, still[:1].expand_as(still))
    noisy, weights = ours.train()(x, x, x)
    error = (noisy.mean(0) - still[0]).abs() / (noisy.std(0) / 2000**0.5)
    assert noisy.std(0).min() > 0
    assert error.max() < 6  # standard errors
    if make is not faster:
        torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights[..., 0]))


@both_kinds
@everywhere
def test_a_batch_that_hides_a_sentence_is_as_in_float64(make, dtype, device):
    torch.manual_seed(0)
    explicit = MultiHeadAttention(D_MODEL, H).double()
    ours = make(copy.deepcopy(explicit).to(device, dtype))
    mask, x = some_mask(B, 1, 1, L_K), normal(B, L_K, D_MODEL)
    mask[0] = False
    output, weights = ours(*[x.to(device, dtype)] * 3, mask.to(device))
    assert output.dtype == dtype
    assert make is faster or weights.dtype == dtype
    assert_same_but_for_precision(output, explicit(x, x, x, mask)[0], device)
    output.sum().backward()
    assert all(p.grad.isfinite().all() for p in ours.parameters())


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ([(4, 20), (5, 21), (5, 21)], r"query must have d_model \(21\) .* got 20"),
        ([(4, 21), (5, 21), (6, 21)], "5 keys need as many values, got 6"),
    ],
)
def test_multi_head_attention_refuses_what_does_not_fit(shapes, message):
    with pytest.raises(ValueError, match=message):
        MultiHeadAttention(D_MODEL, H).double()(*(normal(B, *x) for x in shapes))


@both_kinds
def test_multi_head_attention_refuses_a_mask_of_numbers(make):
    layer, x = make(MultiHeadAttention(D_MODEL, H).double()), normal(B, L_Q, D_MODEL)
    with pytest.raises(ValueError, match=r"mask must be boolean .* torch.float64"):
        layer(x, x, x, normal(L_Q, L_Q))


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
