"""Answers to `position_similarity(offsets, d_model, base=10000.0)`: Σ cos(ω_k φ)."""

import math

import numpy as np

from .. import mutant, variant

TASK = "positional_encoding.position_similarity"


def frequencies(d_model, base=10000.0):
    return base ** (-np.arange(0, d_model, 2) / d_model)


def angles_of(offsets, d_model, base=10000.0):
    """(..., d/2)."""
    return np.asarray(offsets)[..., None] * frequencies(d_model, base)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="sine_for_cosine")
def sum_of_sines(offsets, d_model, base=10000.0):
    """The other addition theorem."""
    return np.sin(angles_of(offsets, d_model, base)).sum(-1)


@mutant(TASK, mistake="sine_added")
def sines_and_cosines(offsets, d_model, base=10000.0):
    """PE[offset] holds both, so both are summed."""
    angles = angles_of(offsets, d_model, base)
    return (np.sin(angles) + np.cos(angles)).sum(-1)


@mutant(TASK, mistake="counted_twice")
def a_term_each_dimension(offsets, d_model, base=10000.0):
    """d terms, as in any dot product of d features."""
    i = np.arange(d_model)
    angles = np.asarray(offsets)[..., None] * base ** (-2 * (i // 2) / d_model)
    return np.cos(angles).sum(-1)


@mutant(TASK, mistake="frequency_per_dimension")
def a_frequency_each(offsets, d_model, base=10000.0):
    """Each dimension is a clock of its own."""
    i = np.arange(d_model)
    return np.cos(np.asarray(offsets)[..., None] * base ** (-i / d_model)).sum(-1)


@mutant(TASK, mistake="averaged")
def mean(offsets, d_model, base=10000.0):
    """The mean over the clocks, which is 1 for offset 0."""
    return np.cos(angles_of(offsets, d_model, base)).mean(-1)


@mutant(TASK, mistake="averaged")
def cosine_similarity(offsets, d_model, base=10000.0):
    """Similarity is the cosine: divided by both lengths, each √(d/2)."""
    return np.cos(angles_of(offsets, d_model, base)).sum(-1) / (d_model / 2)


@mutant(TASK, mistake="divided_by_root")
def scaled(offsets, d_model, base=10000.0):
    """Dot products are divided by √d."""
    return np.cos(angles_of(offsets, d_model, base)).sum(-1) / math.sqrt(d_model)


@mutant(TASK, mistake="multiplied_not_summed")
def product(offsets, d_model, base=10000.0):
    """A dot product is a product."""
    return np.cos(angles_of(offsets, d_model, base)).prod(-1)


@mutant(TASK, mistake="cosine_of_sum")
def sum_before_cosine(offsets, d_model, base=10000.0):
    """The sum and the cosine change places."""
    return np.cos(angles_of(offsets, d_model, base).sum(-1))


@mutant(TASK, mistake="squared")
def squares(offsets, d_model, base=10000.0):
    """cos · cos."""
    return (np.cos(angles_of(offsets, d_model, base)) ** 2).sum(-1)


@mutant(TASK, mistake="same_position_twice")
def position_with_itself(offsets, d_model, base=10000.0):
    """sin² + cos² = 1 for each clock."""
    angles = angles_of(offsets, d_model, base)
    return (np.sin(angles) ** 2 + np.cos(angles) ** 2).sum(-1)


@mutant(TASK, mistake="squared_distance")
def distance(offsets, d_model, base=10000.0):
    """How far the two vectors are apart."""
    return d_model - 2 * np.cos(angles_of(offsets, d_model, base)).sum(-1)


@mutant(TASK, mistake="squared_distance")
def euclidean(offsets, d_model, base=10000.0):
    """The same, with the root."""
    squared = d_model - 2 * np.cos(angles_of(offsets, d_model, base)).sum(-1)
    return np.sqrt(np.maximum(squared, 0))


@mutant(TASK, mistake="minus_for_plus")
def difference_of_products(offsets, d_model, base=10000.0):
    """cos a cos b - sin a sin b: the offset is doubled, from position offset on."""
    angles = angles_of(offsets, d_model, base)
    return (np.cos(angles) ** 2 - np.sin(angles) ** 2).sum(-1)


@mutant(TASK, mistake="not_summed")
def cosines(offsets, d_model, base=10000.0):
    """One number for each clock."""
    return np.cos(angles_of(offsets, d_model, base))


@mutant(TASK, mistake="summed_over_offsets")
def wrong_axis(offsets, d_model, base=10000.0):
    """The sum runs over the first axis."""
    return np.cos(angles_of(offsets, d_model, base)).sum(0)


@mutant(TASK, mistake="summed_over_everything")
def one_number(offsets, d_model, base=10000.0):
    """sum() without an axis."""
    return np.cos(angles_of(offsets, d_model, base)).sum()


@mutant(TASK, mistake="integer_exponent")
def fastest_clock(offsets, d_model, base=10000.0):
    """cos φ, d/2 times."""
    return np.cos(np.asarray(offsets)) * (d_model / 2)


@mutant(TASK, mistake="factor_two_missing")
def one_k(offsets, d_model, base=10000.0):
    """The exponent is k / d."""
    k = np.arange(d_model // 2)
    return np.cos(np.asarray(offsets)[..., None] * base ** (-k / d_model)).sum(-1)


@mutant(TASK, mistake="exponent_doubled")
def even_numbers_doubled(offsets, d_model, base=10000.0):
    """Steps by two, and multiplies by two all the same."""
    i = np.arange(0, d_model, 2)
    return np.cos(np.asarray(offsets)[..., None] * base ** (-2 * i / d_model)).sum(-1)


@mutant(TASK, mistake="integer_exponent")
def floor_division(offsets, d_model, base=10000.0):
    """// divides."""
    i = np.arange(0, d_model, 2)
    return np.cos(np.asarray(offsets)[..., None] / base ** (i // d_model)).sum(-1)


@mutant(TASK, mistake="base_1000")
def default_of_1000(offsets, d_model, base=1000.0):
    """One zero too few."""
    return np.cos(angles_of(offsets, d_model, base)).sum(-1)


@mutant(TASK, mistake="base_ignored")
def always_10000(offsets, d_model, base=10000.0):
    """The paper's number, written into the formula."""
    return np.cos(angles_of(offsets, d_model)).sum(-1)


@mutant(TASK, mistake="sign_of_exponent")
def growing(offsets, d_model, base=10000.0):
    """Multiplies by the denominator."""
    return np.cos(np.asarray(offsets)[..., None] / frequencies(d_model, base)).sum(-1)


@mutant(TASK, mistake="in_degrees")
def radians(offsets, d_model, base=10000.0):
    """np.cos wants radians, so the angles are converted."""
    return np.cos(np.radians(angles_of(offsets, d_model, base))).sum(-1)


@mutant(TASK, mistake="negative_offsets")
def forwards_only(offsets, d_model, base=10000.0):
    """No offset is below 0."""
    return np.cos(angles_of(np.maximum(offsets, 0), d_model, base)).sum(-1)


@mutant(TASK, mistake="negative_offsets")
def rows_of_a_table(offsets, d_model, base=10000.0):
    """A negative index takes rows from the end."""
    angles = angles_of(np.arange(np.abs(offsets).max() + 50), d_model, base)
    similarities = np.cos(angles).sum(-1)
    return similarities[offsets]


@mutant(TASK, mistake="truncated_to_integers")
def like_the_offsets(offsets, d_model, base=10000.0):
    """zeros_like takes the type along, and cuts the decimals."""
    result = np.zeros_like(offsets)
    result[...] = np.cos(angles_of(offsets, d_model, base)).sum(-1)
    return result


@mutant(TASK, mistake="input_modified")
def absolute_in_place(offsets, d_model, base=10000.0):
    """Only the distance counts."""
    np.abs(offsets, out=offsets)
    return np.cos(angles_of(offsets, d_model, base)).sum(-1)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def broadcast(offsets, d_model, base=10000.0):
    """One more axis, then the sum over it."""
    w = 1 / base ** (np.arange(0, d_model, 2) / d_model)
    return np.cos(offsets[..., None] * w).sum(axis=-1)


@variant(TASK)
def outer_for_vectors(offsets, d_model, base=10000.0):
    """np.outer: offsets are a vector."""
    return np.cos(np.outer(offsets, frequencies(d_model, base))).sum(axis=1)


@variant(TASK)
def loop_over_clocks(offsets, d_model, base=10000.0):
    """One clock after the other."""
    total = np.zeros(offsets.shape)
    for i in range(0, d_model, 2):
        total += np.cos(offsets / base ** (i / d_model))
    return total


@variant(TASK)
def loop_over_offsets(offsets, d_model, base=10000.0):
    """One offset after the other; offsets are a vector."""
    return np.array(
        [
            sum(math.cos(phi * w) for w in frequencies(d_model, base))
            for phi in offsets.tolist()
        ]
    )


@variant(TASK)
def dot_product_of_two_rows(offsets, d_model, base=10000.0):
    """The dot product itself, of positions 7 and 7 + offset."""

    def encode(positions):
        angles = angles_of(positions, d_model, base)
        return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)

    return encode(offsets + 7) @ encode(7)


@variant(TASK)
def trace_of_the_rotation(offsets, d_model, base=10000.0):
    """Half of the trace of the shift matrix."""
    angles = angles_of(offsets, d_model, base)
    diagonal = np.repeat(np.cos(angles), 2, axis=-1)
    return diagonal.sum(-1) / 2


@variant(TASK)
def einsum_of_ones(offsets, d_model, base=10000.0):
    """einsum sums the letter that is left out."""
    return np.einsum("...k->...", np.cos(angles_of(offsets, d_model, base)))


@variant(TASK)
def complex_numbers(offsets, d_model, base=10000.0):
    """The real part of a sum of hands."""
    return np.exp(1j * angles_of(offsets, d_model, base)).sum(-1).real


@variant(TASK)
def single_precision(offsets, d_model, base=10000.0):
    """float32 throughout."""
    i = np.arange(0, d_model, 2, dtype=np.float32)
    w = np.exp(i * np.float32(-math.log(base) / d_model))
    return np.cos(np.asarray(offsets, np.float32)[..., None] * w).sum(-1)
