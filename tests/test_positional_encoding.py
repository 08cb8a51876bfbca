"""Positions against worked tables from textbooks, loops, and the formulas' laws."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from models import normal

from lernformer.fast import faster
from lernformer.fast.rotary import turn, turns
from lernformer.positional_encoding import (
    POSITIONS,
    ConcatenatedPositionalEncoding,
    HalvesPositionalEncoding,
    LearnedPositionalEncoding,
    PositionalEncoding,
    RotaryProjection,
    angular_frequencies,
    concatenation_as_sum,
    halves_encoding,
    is_permutation_equivariant,
    position_similarity,
    positional_layer,
    rotary,
    shift_matrix,
    similarity_by_distance,
    sinusoidal_encoding,
    to_halves,
)

B, H, L, D = 2, 3, 5, 4  # all different
# float64; angles up to 2000 lose three of sixteen digits
EXACT = {"rtol": 0, "atol": 1e-10}
TABLE = {"rtol": 0, "atol": 1e-6}  # the layers' tables are float32

positions = st.integers(0, 1000)
offsets = st.integers(-1000, 1000)
even = st.integers(1, 16).map(lambda k: 2 * k)
bases = st.sampled_from([2.0, 100.0, 10000.0])


# the table --------------------------------------------------------------------------


def test_table_for_four_words_with_base_100():
    want = [
        [0.0, 1.0, 0.0, 1.0],
        [0.84147098, 0.54030231, 0.09983342, 0.99500417],
        [0.90929743, -0.41614684, 0.19866933, 0.98006658],
        [0.14112001, -0.9899925, 0.29552021, 0.95533649],
    ]
    np.testing.assert_allclose(sinusoidal_encoding(4, 4, 100), want, atol=5e-9)


@pytest.mark.parametrize("d_model", [1, 2, 7, 8])
@pytest.mark.parametrize("base", [100.0, 10000.0])
def test_table_equals_the_formula_in_a_loop(d_model, base):
    want = np.empty((L, d_model))
    for position in range(L):
        for i in range(d_model):
            wave = math.sin if i % 2 == 0 else math.cos
            want[position, i] = wave(position / base ** (2 * (i // 2) / d_model))
    np.testing.assert_allclose(sinusoidal_encoding(L, d_model, base), want, **EXACT)


def test_frequencies_of_512_dimensions():
    frequencies = angular_frequencies(512)
    want = np.exp(-np.arange(0, 512, 2) / 512 * np.log(10000))
    np.testing.assert_allclose(frequencies, want, rtol=1e-12)
    assert 1 / frequencies[-1] == pytest.approx(9646.6, abs=0.05)  # the longest wave


def test_halves_are_a_permutation_of_the_columns():
    d_model = 7
    order = [0, 2, 4, 6, 1, 3, 5]
    want = sinusoidal_encoding(L, d_model)[:, order]
    np.testing.assert_array_equal(halves_encoding(L, d_model), want)


@pytest.mark.parametrize("d", [1, 2, 6, 7])
@pytest.mark.parametrize("make", [np.asarray, torch.from_numpy])
def test_to_halves_is_undone_by_alternating(d, make):
    x = normal(B, L, d).numpy()
    halves = to_halves(make(x))
    back = np.empty_like(x)
    back[..., 0::2], back[..., 1::2] = np.split(halves, [math.ceil(d / 2)], axis=-1)
    np.testing.assert_array_equal(back, x)


# moving is turning ------------------------------------------------------------------


@given(positions, offsets, even, bases)
def test_a_shift_is_a_rotation_that_does_not_know_the_position(p, k, d_model, base):
    start, end = max(0, -k) + p, max(0, k) + p
    encoding = sinusoidal_encoding(max(start, end) + 1, d_model, base)
    moved = shift_matrix(k, d_model, base) @ encoding[start]
    np.testing.assert_allclose(moved, encoding[end], **EXACT)


@given(positions, offsets, even, bases)
def test_similarity_is_the_dot_product_of_any_two_that_far_apart(p, k, d_model, base):
    start, end = max(0, -k) + p, max(0, k) + p
    encoding = sinusoidal_encoding(max(start, end) + 1, d_model, base)
    dot = encoding[start] @ encoding[end]
    assert position_similarity(k, d_model, base) == pytest.approx(dot, abs=1e-9)


@pytest.mark.parametrize("function", [shift_matrix, position_similarity])
def test_odd_sizes_cannot_be_turned(function):
    with pytest.raises(ValueError, match="d_model must be even, got 5"):
        function(3, 5)


# layers -----------------------------------------------------------------------------


@pytest.mark.parametrize("d_model", [D, 5])
@pytest.mark.parametrize(
    ("kind", "encoding"),
    [
        (PositionalEncoding, sinusoidal_encoding),
        (HalvesPositionalEncoding, halves_encoding),
    ],
)
def test_positional_encoding_adds_one_row_to_each_position(kind, encoding, d_model):
    layer, table = kind(d_model, max_length=9), torch.from_numpy(encoding(9, d_model))
    x = normal(B, L, d_model)
    for start in (0, 3):
        want = x + table[start : start + L]
        torch.testing.assert_close(layer(x, start=start), want, **TABLE)
    assert list(layer.parameters()) == []
    assert layer.state_dict() == {}


def test_learned_positions_learn_where_there_are_tokens():
    layer = LearnedPositionalEncoding(D, max_length=9).double()
    x = normal(B, L, D)
    torch.testing.assert_close(
        layer(x, start=2) - x, layer.table[2:7].expand(B, -1, -1)
    )
    layer(x, start=2).sum().backward()
    used = torch.arange(9).ge(2) & torch.arange(9).lt(2 + L)
    torch.testing.assert_close(layer.table.grad[:, 0], B * used.double())


@pytest.mark.parametrize("kind", ["sinusoidal", "learned"])
def test_concatenation_is_two_matrices_added(kind):
    layer = positional_layer(kind, D, 9, dropout=0.0, concatenate=True).double()
    x, table = normal(B, L, D), layer.encoding.table
    w_1, w_2 = layer.mix.weight.T[:D], layer.mix.weight.T[D:]
    torch.testing.assert_close(layer(x, 3), x @ w_1 + table[3:8] @ w_2, **EXACT)
    with torch.no_grad():  # adding is a special case
        layer.mix.weight.copy_(torch.eye(D).repeat(1, 2))
    torch.testing.assert_close(layer(x, 3), layer.encoding(x, 3), **EXACT)


def adding(off):
    """A layer that adds something to one number in one sentence."""
    places = torch.zeros(B, L, D)
    places[-1, 0, -1] = off
    return lambda x: x + places


@pytest.mark.parametrize(
    ("layer", "equivariant"),
    [
        (lambda x: x @ normal(D, D).float(), True),
        (lambda x: x.mean(dim=1, keepdim=True).expand_as(x), True),
        (lambda x: x.cumsum(dim=1), False),
        (lambda x: x.flip(1), False),
        (lambda x: x[:, :1].expand_as(x), False),
        (adding(5e-6), True),  # float32 rounds
        (adding(1e-4), False),
    ],
)
def test_equivariant_layers_are_known(layer, equivariant):
    order, x = torch.tensor([3, 0, 4, 1, 2]), normal(B, L, D).float()
    assert is_permutation_equivariant(layer, x, order) is equivariant


def test_concatenation_as_sum_equals_concatenating():
    d, d_p, d_out = D, 6, 7
    x, table, weight = normal(B, L, d), normal(L, d_p, seed=1), normal(d + d_p, d_out)
    of_words, of_positions = concatenation_as_sum(x, table, weight)
    assert of_positions.shape == (L, d_out)  # for all sentences
    beside = torch.cat([x, table.expand(B, -1, -1)], dim=-1)
    torch.testing.assert_close(of_words + of_positions, beside @ weight, **EXACT)
    alone = torch.cat([x, torch.zeros(B, L, d_p, dtype=x.dtype)], dim=-1)
    torch.testing.assert_close(of_words, alone @ weight, **EXACT)


@pytest.mark.parametrize("kind", POSITIONS)
def test_layers_of_all_kinds_drop_out_in_training_only(kind):
    layer = positional_layer(kind, D, 2000, dropout=0.25, concatenate=False)
    x = torch.full((1, 2000, D), 5.0)  # no sum with a position is 0
    assert layer.eval()(x).all()
    dropped = (layer.train()(x) == 0).float().mean().item()
    assert dropped == pytest.approx(0.25, abs=0.03)  # six standard errors


@pytest.mark.parametrize(
    "layer",
    [
        PositionalEncoding(D, 6),
        LearnedPositionalEncoding(D, 6),
        ConcatenatedPositionalEncoding(PositionalEncoding(D, 6)),
    ],
)
def test_positions_end_at_max_length(layer):
    layer(torch.zeros(B, L, D), start=1)
    with pytest.raises(ValueError, match=r"7 positions exceed .* \(6\)"):
        layer(torch.zeros(B, L, D), start=2)


# rotary -----------------------------------------------------------------------------


@given(st.lists(offsets, min_size=1, max_size=4), even, bases)
def test_rotary_equals_a_product_of_complex_numbers(places, d, base):
    x = normal(H, len(places), d)
    turns = torch.tensor(places)[:, None] * torch.from_numpy(
        angular_frequencies(d, base)
    )
    want = torch.view_as_complex(x.unflatten(-1, (-1, 2))) * torch.exp(1j * turns)
    got = rotary(x, torch.tensor(places), base)
    torch.testing.assert_close(got, torch.view_as_real(want).flatten(-2), **EXACT)


def test_rotary_takes_positions_of_each_row():
    x, places = normal(B, L, D), torch.tensor([[0, 1, 2, 3, 4], [7, 5, 3, 1, 0]])
    got = rotary(x, places)
    for row in range(B):
        torch.testing.assert_close(got[row], rotary(x[row], places[row]), **EXACT)


@pytest.mark.parametrize(
    ("dtype", "atol"),
    [(torch.float64, 1e-12), (torch.float32, 1e-4), (torch.bfloat16, 0.05)],
)
@pytest.mark.parametrize("length", [1, 64, 65, 300])  # bfloat16 counts to 256
def test_rotary_and_its_fast_form_keep_their_precision(dtype, atol, length):
    x, places = normal(2, length, 6).to(dtype), torch.arange(length)
    want = rotary(x.double(), places)
    for got in (rotary(x, places), turn(x, turns(length, 6, dtype, x.device))):
        assert got.dtype == dtype
        torch.testing.assert_close(got.double(), want, rtol=0, atol=atol)


def test_turns_made_while_decoding_serve_a_training():
    with torch.inference_mode():
        turns(5, 10, torch.float32, torch.device("cpu"))
    x = torch.ones(5, 10, requires_grad=True)
    turn(x, turns(5, 10, torch.float32, x.device)).sum().backward()


@pytest.mark.parametrize("leading", [(), (2,), (2, 3)])
def test_the_fast_projection_equals_the_chapters(leading):
    layer, x = RotaryProjection(12, 3).double(), normal(*leading, 5, 12)
    torch.testing.assert_close(faster(layer)(x), layer(x), rtol=0, atol=1e-12)


def test_rotary_refuses_an_odd_size():
    with pytest.raises(ValueError, match="even number of features, got 5"):
        rotary(normal(L, 5), torch.arange(L))


def test_similarity_by_distance_of_any_table_is_a_mean_over_pairs():
    table = np.random.default_rng(0).normal(size=(L, D))
    pairs = [(p, q, table[p] @ table[q]) for p in range(L) for q in range(p, L)]
    for k, got in enumerate(similarity_by_distance(table)):
        assert got == pytest.approx(np.mean([s for p, q, s in pairs if q - p == k]))
