"""Positions against worked tables from textbooks, loops, and the formulas' laws."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from lernformer.positional_encoding import (
    POSITIONS,
    ConcatenatedPositionalEncoding,
    HalvesPositionalEncoding,
    LearnedPositionalEncoding,
    NoPositionalEncoding,
    PositionalEncoding,
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
DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]

positions = st.integers(0, 1000)
offsets = st.integers(-1000, 1000)
even = st.integers(1, 16).map(lambda k: 2 * k)
bases = st.sampled_from([2.0, 100.0, 10000.0])


def normal(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


# the table --------------------------------------------------------------------------


def test_table_for_four_words_with_base_100():
    want = [
        [0.0, 1.0, 0.0, 1.0],
        [0.84147098, 0.54030231, 0.09983342, 0.99500417],
        [0.90929743, -0.41614684, 0.19866933, 0.98006658],
        [0.14112001, -0.9899925, 0.29552021, 0.95533649],
    ]
    np.testing.assert_allclose(sinusoidal_encoding(4, 4, 100), want, atol=5e-9)


def test_table_for_five_positions_of_four_dimensions():
    want = [
        [0, 1, 0, 1],
        [0.84147, 0.5403, 0.01, 0.99995],
        [0.9093, -0.41615, 0.02, 0.9998],
        [0.14112, -0.98999, 0.03, 0.99955],
        [-0.7568, -0.65364, 0.03999, 0.9992],
    ]
    np.testing.assert_allclose(sinusoidal_encoding(5, 4), want, atol=6e-6)


def test_position_1_of_512_dimensions():
    row = sinusoidal_encoding(2, 512)[1]
    truncated = np.trunc(row[[0, 1, 2, 3, -2, -1]] * 1e4) / 1e4
    want = [0.8414, 0.5403, 0.8218, 0.5696, 0.0001, 0.9999]
    np.testing.assert_allclose(truncated, want, atol=1e-12)


@pytest.mark.parametrize("d_model", [1, 2, 7, 8])
@pytest.mark.parametrize("base", [100.0, 10000.0])
def test_table_equals_the_formula_in_a_loop(d_model, base):
    want = np.empty((L, d_model))
    for position in range(L):
        for i in range(d_model):
            wave = math.sin if i % 2 == 0 else math.cos
            want[position, i] = wave(position / base ** (2 * (i // 2) / d_model))
    np.testing.assert_allclose(sinusoidal_encoding(L, d_model, base), want, **EXACT)


@given(st.integers(1, 33), bases)
def test_frequencies_fall_as_a_geometric_progression(d_model, base):
    frequencies = angular_frequencies(d_model, base)
    assert frequencies.shape == (math.ceil(d_model / 2),)
    assert frequencies[0] == 1
    ratios = frequencies[1:] / frequencies[:-1]
    np.testing.assert_allclose(ratios, base ** (-2 / d_model), rtol=1e-12)


def test_the_longest_wave_of_512_dimensions():
    longest = 2 * np.pi / angular_frequencies(512)[-1]
    assert longest / (2 * np.pi) == pytest.approx(9646.6, abs=0.05)


def test_frequencies_by_exp_and_log():
    k = np.arange(0, 512, 2)
    want = np.exp(-k / 512 * np.log(10000))
    np.testing.assert_allclose(angular_frequencies(512), want, rtol=1e-12)


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


def test_a_layer_with_its_rows_moved_does_not_notice_the_halves():
    weight = normal(7, H).numpy()
    moved = to_halves(weight.T).T
    want = sinusoidal_encoding(L, 7) @ weight
    np.testing.assert_allclose(halves_encoding(L, 7) @ moved, want, **EXACT)


# moving is turning ------------------------------------------------------------------


@given(positions, offsets, even, bases)
def test_a_shift_is_a_rotation_that_does_not_know_the_position(p, k, d_model, base):
    start, end = max(0, -k) + p, max(0, k) + p
    encoding = sinusoidal_encoding(max(start, end) + 1, d_model, base)
    moved = shift_matrix(k, d_model, base) @ encoding[start]
    np.testing.assert_allclose(moved, encoding[end], **EXACT)


@given(offsets, offsets, even)
def test_shifts_add_up(j, k, d_model):
    both = shift_matrix(j, d_model) @ shift_matrix(k, d_model)
    np.testing.assert_allclose(both, shift_matrix(j + k, d_model), **EXACT)
    back = shift_matrix(-k, d_model)
    np.testing.assert_allclose(back, shift_matrix(k, d_model).T, **EXACT)


def test_hopkins_to_bay_is_bay_to_great():
    sentence = "Anthony Hopkins admired Michael Bay as a great director ."
    words = sentence.split()
    hopkins, bay, great = (words.index(word) for word in ("Hopkins", "Bay", "great"))
    encoding, turn = sinusoidal_encoding(len(words), 8), shift_matrix(3, 8)
    np.testing.assert_allclose(turn @ encoding[hopkins], encoding[bay], **EXACT)
    np.testing.assert_allclose(turn @ encoding[bay], encoding[great], **EXACT)


def test_hands_turn_clockwise():
    x, y = sinusoidal_encoding(2, 4)[:, 2:].T  # one clock, at positions 0 and 1
    assert (x[0], y[0]) == (0, 1)  # twelve o'clock
    assert x[1] > 0
    assert y[1] < 1


@given(positions, offsets, even, bases)
def test_similarity_is_the_dot_product_of_any_two_that_far_apart(p, k, d_model, base):
    start, end = max(0, -k) + p, max(0, k) + p
    encoding = sinusoidal_encoding(max(start, end) + 1, d_model, base)
    dot = encoding[start] @ encoding[end]
    assert position_similarity(k, d_model, base) == pytest.approx(dot, abs=1e-9)


def test_similarity_is_symmetric_and_greatest_at_0():
    similarity = position_similarity(np.arange(-50, 51), 512)
    np.testing.assert_allclose(similarity, similarity[::-1], **EXACT)
    assert similarity[50] == 256
    assert (np.delete(similarity, 50) < 256).all()
    assert (np.diff(similarity[50:]) > 0).any()  # it does not fall all the way


@pytest.mark.parametrize("function", [shift_matrix, position_similarity])
def test_odd_sizes_cannot_be_turned(function):
    with pytest.raises(ValueError, match="d_model must be even, got 5"):
        function(3, 5)


# layers -----------------------------------------------------------------------------


@pytest.mark.parametrize("d_model", [D, 5])
def test_positional_encoding_adds_one_row_to_each_position(d_model):
    layer = PositionalEncoding(d_model, max_length=9)
    x = normal(B, L, d_model)
    want = x + torch.from_numpy(sinusoidal_encoding(9, d_model)[:L])
    torch.testing.assert_close(layer(x), want, **TABLE)
    later = x + torch.from_numpy(sinusoidal_encoding(9, d_model)[3 : 3 + L])
    torch.testing.assert_close(layer(x, start=3), later, **TABLE)
    assert list(layer.parameters()) == []
    assert layer.state_dict() == {}


def test_halves_layer():
    x = normal(B, L, D)
    want = x + torch.from_numpy(halves_encoding(L, D))
    torch.testing.assert_close(HalvesPositionalEncoding(D, L)(x), want, **TABLE)


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


def matrices(layer, order):
    """Matrices of a linear layer on a whole sentence, and of the order."""
    each = torch.eye(L * D, dtype=torch.float64)
    matrix = layer(each.reshape(-1, L, D)).flatten(1).T
    permutation = torch.eye(L, dtype=matrix.dtype)[order]
    return matrix, torch.kron(permutation, torch.eye(D, dtype=matrix.dtype))


@pytest.mark.parametrize(
    "layer",
    [
        lambda x: x @ normal(D, D),
        lambda x: x.mean(dim=1, keepdim=True).expand_as(x),  # ignores the order
        lambda x: x.cumsum(dim=1),
        lambda x: x.flip(1),
        lambda x: x[:, :1].expand_as(x),
    ],
)
@given(order=st.permutations(range(L)))
@settings(max_examples=20)
def test_equivariant_linear_layers_commute_with_the_permutation(layer, order):
    matrix, permutation = matrices(layer, order)
    commute = (matrix @ permutation - permutation @ matrix).abs().max() < 1e-9
    order = torch.tensor(order)
    assert is_permutation_equivariant(layer, normal(B, L, D), order) is bool(commute)


@pytest.mark.parametrize(("off", "want"), [(5e-6, True), (1e-4, False)])
def test_equivariance_allows_for_the_rounding_of_float32_and_no_more(off, want):
    def layer(x):
        places = torch.zeros_like(x)
        places[-1, 0, -1] = off  # one number in one sentence
        return x + places

    order = torch.tensor([3, 0, 4, 1, 2])
    assert is_permutation_equivariant(layer, normal(B, L, D).float(), order) is want


def test_positions_end_the_equivariance_of_attention():
    def attention(x):
        return torch.nn.functional.scaled_dot_product_attention(x, x, x)

    x, order = normal(B, L, D).float(), torch.tensor([3, 0, 4, 1, 2])
    told = PositionalEncoding(D)
    assert is_permutation_equivariant(attention, x, order)
    assert not is_permutation_equivariant(lambda x: attention(told(x)), x, order)


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


def test_kinds_of_layers():
    kinds = [type(positional_layer(kind, D, 9, 0.0, False)) for kind in POSITIONS]
    assert kinds == [
        PositionalEncoding,
        HalvesPositionalEncoding,
        LearnedPositionalEncoding,
        NoPositionalEncoding,
        NoPositionalEncoding,
    ]
    with pytest.raises(ValueError, match=r"positions must be one of .* got 'cosine'"):
        positional_layer("cosine", D, 9, 0.0, False)


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


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("device", DEVICES)
def test_positions_keep_dtype_and_device(dtype, device):
    x = normal(B, L, D).to(device, dtype)
    results = [rotary(x, torch.arange(L, device=device))]
    for kind in POSITIONS:
        layer = positional_layer(kind, D, 9, 0.0, concatenate=False)
        results.append(layer.to(device, dtype)(x))
    assert {result.dtype for result in results} == {dtype}
    assert {result.device.type for result in results} == {device}


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


@given(positions, positions, offsets, even)
def test_rotary_scores_depend_on_the_distance_only(p, q, shift, d):
    query, key = normal(1, d, seed=1), normal(1, d, seed=2)

    def score(p, q):
        turned = rotary(query, torch.tensor([p])), rotary(key, torch.tensor([q]))
        return (turned[0] * turned[1]).sum().item()

    # scores are sums of up to 32 products of normal numbers
    assert score(p, q) == pytest.approx(score(p + shift, q + shift), abs=1e-8)


def test_rotary_keeps_lengths_and_leaves_position_0_alone():
    x = normal(B, H, L, D)
    turned = rotary(x, torch.arange(L))
    torch.testing.assert_close(turned.norm(dim=-1), x.norm(dim=-1), **EXACT)
    torch.testing.assert_close(turned[..., 0, :], x[..., 0, :], **EXACT)
    assert ((turned - x)[..., 1:, :].abs() > 1e-6).all()


def test_rotary_takes_positions_of_each_row():
    x, places = normal(B, L, D), torch.tensor([[0, 1, 2, 3, 4], [7, 5, 3, 1, 0]])
    got = rotary(x, places)
    for row in range(B):
        torch.testing.assert_close(got[row], rotary(x[row], places[row]), **EXACT)


def test_rotary_turns_by_the_shift_matrix():
    x = normal(D)
    # its pairs are (sin, cos), which turn the other way
    want = shift_matrix(3, D).T @ x.numpy()
    got = rotary(x[None], torch.tensor([3]))[0]
    np.testing.assert_allclose(got, want, **EXACT)


def test_rotary_tells_far_positions_apart_in_bfloat16():
    x = torch.ones(2, D, dtype=torch.bfloat16)
    turned = rotary(x, torch.tensor([256, 257]))
    want = rotary(x.double(), torch.tensor([256, 257]))
    # bfloat16 has 8 bits of precision
    torch.testing.assert_close(turned.double(), want, rtol=0, atol=0.02)


def test_rotary_refuses_an_odd_size():
    with pytest.raises(ValueError, match="even number of features, got 5"):
        rotary(normal(L, 5), torch.arange(L))


def test_measured_similarity_is_what_the_formula_says():
    got = similarity_by_distance(sinusoidal_encoding(30, 8))
    np.testing.assert_allclose(got, position_similarity(np.arange(30), 8), **EXACT)


def test_similarity_by_distance_of_any_table_is_a_mean_over_pairs():
    table = np.random.default_rng(0).normal(size=(L, D))
    pairs = [(p, q, table[p] @ table[q]) for p in range(L) for q in range(p, L)]
    for k, got in enumerate(similarity_by_distance(table)):
        assert got == pytest.approx(np.mean([s for p, q, s in pairs if q - p == k]))
