"""Norms, feed-forward and residuals against torch.nn, worked examples and laws."""

import numpy as np
import pytest
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
    with_gradients,
)
from torch import nn
from torch.nn import functional as F

from lernformer.fast.norms import FusedLayerNorm, FusedRMSNorm
from lernformer.residual_norm import (
    DeepNormConnection,
    FeedForward,
    LayerNorm,
    ResidualConnection,
    RMSNorm,
    batch_norm,
    deepnorm_scales,
    gradient_lengths,
    group_norm,
    instance_norm,
    layer_norm,
    min_max,
    standardize,
    weight_norm,
)

B, L, D, D_FF = 2, 5, 6, 7  # all different
EXACT = {"rtol": 0, "atol": 1e-10}  # float64 on both sides: rounding only
NORMS = {
    LayerNorm: nn.LayerNorm,
    FusedLayerNorm: nn.LayerNorm,
    RMSNorm: nn.RMSNorm,
    FusedRMSNorm: nn.RMSNorm,
}

tables = hnp.arrays(np.float64, (L, D), elements=st.floats(-100, 100, width=32))


# normalisation in NumPy -------------------------------------------------------------


def test_min_max_of_ages_and_tuitions():
    students = np.array([[18.0, 20_000], [25, 50_000], [20, 35_000]])
    want = [[0, 0], [1, 1], [2 / 7, 0.5]]
    np.testing.assert_allclose(min_max(students, axis=0), want, atol=1e-12)


@given(tables, st.sampled_from([0, 1, -1]))
def test_min_max_fills_the_unit_interval(x, axis):
    scaled = min_max(x, axis)
    varies = x.max(axis) > x.min(axis)
    np.testing.assert_array_equal(scaled.min(axis), 0)
    np.testing.assert_array_equal(scaled.max(axis), np.where(varies, 1, 0))


@given(tables, st.sampled_from([0, 1, (0, 1)]))
def test_standardized_values_have_mean_0_and_variance_1(x, axis):
    scaled = standardize(x, axis)
    # where the spread is a millionth of the size, six of sixteen digits are lost
    varies = np.ptp(x, axis=axis) > 1e-4
    np.testing.assert_allclose(scaled.mean(axis)[varies], 0, atol=1e-8)
    np.testing.assert_allclose(scaled.std(axis)[varies], 1, atol=1e-8)
    assert np.isfinite(scaled).all()


def test_equal_values_become_0():
    x = np.full((2, 3), 0.1)  # whose mean is not exactly 0.1
    np.testing.assert_array_equal(standardize(x, 1), 0)
    np.testing.assert_array_equal(min_max(x, 1), 0)


@pytest.mark.parametrize("function", [min_max, standardize])
def test_dtype_is_kept(function):
    assert function(np.ones((2, 3), np.float32), 0).dtype == np.float32


@given(tables)
def test_layer_norm_equals_torch(x):
    gamma, beta = np.linspace(-1, 2, D), np.linspace(3, -1, D)
    tensors = [torch.from_numpy(array) for array in (x, gamma, beta)]
    want = F.layer_norm(tensors[0], (D,), *tensors[1:])
    np.testing.assert_allclose(layer_norm(x, gamma, beta), want, atol=1e-9)


def test_the_other_norms_differ_in_their_axes():
    x = normal(B, L, D).numpy() * 3 + 1
    channels_first = torch.from_numpy(x).transpose(1, 2)  # torch: (B, d, L)
    by_batch = F.batch_norm(channels_first, None, None, training=True)
    for got, want in (
        (batch_norm(x), by_batch),
        (instance_norm(x), F.instance_norm(channels_first)),
        (group_norm(x, 3), F.group_norm(channels_first, 3)),
    ):
        np.testing.assert_allclose(got, want.transpose(1, 2), **EXACT)


def test_group_norm_refuses_groups_that_do_not_fit():
    with pytest.raises(
        ValueError, match=r"d \(6\) must be divisible by n_groups \(4\)"
    ):
        group_norm(np.ones((B, L, D)), 4)


def test_weight_norm_equals_torch():
    theirs = nn.utils.parametrizations.weight_norm(nn.Linear(D, D_FF).double())
    g, v = theirs.parametrizations.weight.parameters()
    with torch.no_grad():
        g.copy_(normal(D_FF, 1))
    got = weight_norm(v.detach().numpy(), g.detach().numpy()[:, 0])
    np.testing.assert_allclose(got, theirs.weight.detach(), **EXACT)


# norm layers ------------------------------------------------------------------------


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("eps", [1e-5, 1e-2])
@pytest.mark.parametrize("scale", [1.0, 1e-3])  # at 1e-3, eps matters
def test_norms_and_gradients_equal_torch(norm, eps, scale):
    ours, theirs = perturbed(norm(D, eps)), NORMS[norm](D, eps)
    x = (normal(B, L, D, seed=7) * scale).requires_grad_()
    # gradients of inputs of 1e-3 reach 1e3
    tolerance = {"rtol": 1e-11, "atol": 1e-9}
    compare_with_torch(
        ours, theirs, lambda: ours(x), lambda: theirs(x), [x], **tolerance
    )
    torch.testing.assert_close(ours(x), theirs(x), **EXACT)


@pytest.mark.parametrize("norm", NORMS)
def test_equal_features_stay_finite(norm):
    x = torch.zeros(L, D, requires_grad=True)
    norm(D)(x).sum().backward()
    assert x.grad.isfinite().all()


@everywhere
@pytest.mark.parametrize("norm", NORMS)
def test_norms_keep_dtype_and_device(norm, dtype, device):
    x = normal(B, L, D).to(device, dtype)
    output = norm(D).to(device, dtype)(x)
    assert output.dtype == dtype
    want = norm(D).double()(x.double().cpu())
    assert_same_but_for_precision(output, want, device)


# feed-forward -----------------------------------------------------------------------


def test_feed_forward_and_gradients_equal_torch():
    ours = FeedForward(D, D_FF).double()
    theirs = nn.Sequential(nn.Linear(D, D_FF), nn.ReLU(), nn.Linear(D_FF, D)).double()
    theirs[0].load_state_dict(ours.linear_1.state_dict())
    theirs[2].load_state_dict(ours.linear_2.state_dict())
    x = normal(B, L, D).requires_grad_()
    output, by_x, by_ours = with_gradients(ours(x), [x], ours)
    want, by_their_x, by_theirs = with_gradients(theirs(x), [x], theirs)
    got = output, by_x, [*by_ours.values()]
    expected = want, by_their_x, [*by_theirs.values()]
    torch.testing.assert_close(got, expected, **EXACT)


def test_feed_forward_drops_out_in_training_only():
    layer, x = FeedForward(D, D_FF, dropout=0.5).double(), normal(B, L, D)
    assert layer(x).ne(layer(x)).any()
    layer.eval()
    torch.testing.assert_close(layer(x), layer(x), **EXACT)


# residual connections ---------------------------------------------------------------


def test_pre_norm_and_post_norm():
    x, sublayer = normal(B, L, D), nn.Linear(D, D).double()
    for norm_first in (True, False):
        layer = ResidualConnection(D, norm_first=norm_first).double()
        theirs = nn.LayerNorm(D).double()
        want = x + sublayer(theirs(x)) if norm_first else theirs(x + sublayer(x))
        torch.testing.assert_close(layer(x, sublayer), want, **EXACT)
    assert ResidualConnection(D).norm_first


@pytest.mark.parametrize("norm_first", [True, False])
def test_dropout_falls_on_what_the_sublayer_adds(norm_first):
    layer = ResidualConnection(D, dropout=0.5, norm_first=norm_first)
    layer.norm = nn.Identity()
    x = torch.full((1000, D), 10.0)
    added = layer(x, torch.ones_like) - x
    assert set(added.unique().tolist()) == {0, 2}  # dropped, or scaled by 1 / (1 - p)
    assert added.mean().item() == pytest.approx(1, abs=0.08)  # six standard errors
    torch.testing.assert_close(layer.eval()(x, torch.ones_like), x + 1)


def test_deepnorm_scales_the_way_around():
    layer, x = DeepNormConnection(D, alpha=1.7).double(), normal(B, L, D)
    want = F.layer_norm(1.7 * x + x.tanh(), (D,))
    torch.testing.assert_close(layer(x, torch.tanh), want, **EXACT)


def test_deepnorm_scales_of_the_paper():
    scales = deepnorm_scales(n_encoder=6, n_decoder=6)
    # 0.81 (6⁴ · 6)^(1/16), 0.87 (6⁴ · 6)^(-1/16), 18^(1/4), 72^(-1/4)
    assert scales["encoder"] == pytest.approx((1.417938, 0.496989), abs=1e-6)
    assert scales["decoder"] == pytest.approx((2.059767, 0.343295), abs=1e-6)
    deeper = deepnorm_scales(100, 50)
    assert deeper["encoder"][0] > scales["encoder"][0]
    assert deeper["decoder"][1] < scales["decoder"][1]


def test_gradient_lengths_are_those_of_a_product_of_jacobians():
    weights = [normal(D, D, seed=i) for i in range(3)]
    layers = [lambda x, w=w: torch.sin(x @ w) for w in weights]
    x, upstream = normal(L, D, seed=4), normal(L, D, seed=5)
    states, gradient = [x], upstream
    for layer in layers:
        states.append(layer(states[-1]))
    want = [1.0]
    for w, state in reversed(list(zip(weights, states[:-1], strict=True))):
        gradient = (gradient * torch.cos(state @ w)) @ w.T
        want.insert(0, (gradient.norm() / upstream.norm()).item())
    np.testing.assert_allclose(gradient_lengths(layers, x, upstream), want, **EXACT)
    assert not x.requires_grad
