"""Answers to `angular_frequencies(d_model, base=10000.0)`: ω_k = base^(-2k/d)."""

import math

import numpy as np
import torch

from .. import mutant, variant

TASK = "positional_encoding.angular_frequencies"


def clocks(d_model):
    """The numbers k of the clocks, one for each pair of dimensions."""
    return np.arange((d_model + 1) // 2)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="factor_two_missing")
def one_k(d_model, base=10000.0):
    """The exponent is k / d."""
    return base ** (-clocks(d_model) / d_model)


@mutant(TASK, mistake="exponent_doubled")
def even_numbers_doubled(d_model, base=10000.0):
    """Steps by two, and multiplies by two all the same."""
    return base ** (-2 * np.arange(0, d_model, 2) / d_model)


@mutant(TASK, mistake="integer_exponent")
def floor_division(d_model, base=10000.0):
    """// divides."""
    return base ** -(2 * clocks(d_model) // d_model).astype(float)


@mutant(TASK, mistake="base_1000")
def default_of_1000(d_model, base=1000.0):
    """One zero too few."""
    return base ** (-2 * clocks(d_model) / d_model)


@mutant(TASK, mistake="base_ignored")
def always_10000(d_model, base=10000.0):
    """The paper's number, written into the formula."""
    return 10000.0 ** (-2 * clocks(d_model) / d_model)


@mutant(TASK, mistake="sign_of_exponent")
def growing(d_model, base=10000.0):
    """The denominator of the paper's formula is taken for the frequency."""
    return base ** (2 * clocks(d_model) / d_model)


@mutant(TASK, mistake="wavelengths")
def lengths_of_the_waves(d_model, base=10000.0):
    """How many positions a full turn takes."""
    return 2 * np.pi * base ** (2 * clocks(d_model) / d_model)


@mutant(TASK, mistake="factor_two_pi")
def turns_in_radians(d_model, base=10000.0):
    """A frequency becomes angular by 2π."""
    return 2 * np.pi * base ** (-2 * clocks(d_model) / d_model)


@mutant(TASK, mistake="factor_two_pi")
def turns_for_radians(d_model, base=10000.0):
    """Turns for each position."""
    return base ** (-2 * clocks(d_model) / d_model) / (2 * np.pi)


@mutant(TASK, mistake="in_degrees")
def degrees(d_model, base=10000.0):
    """Angles are in degrees."""
    return np.degrees(base ** (-2 * clocks(d_model) / d_model))


@mutant(TASK, mistake="one_per_dimension")
def each_twice(d_model, base=10000.0):
    """A sine and a cosine need two frequencies, if equal ones."""
    i = np.arange(d_model)
    return base ** (-2 * (i // 2) / d_model)


@mutant(TASK, mistake="one_per_dimension")
def a_frequency_each(d_model, base=10000.0):
    """Each dimension is a clock of its own."""
    return base ** (-np.arange(d_model) / d_model)


@mutant(TASK, mistake="one_per_dimension")
def a_frequency_each_doubled(d_model, base=10000.0):
    """k runs over all dimensions."""
    return base ** (-2 * np.arange(d_model) / d_model)


@mutant(TASK, mistake="last_clock_reaches_base")
def endpoint_included(d_model, base=10000.0):
    """The slowest clock should turn by exactly 1 / base."""
    return base ** -np.linspace(0, 1, len(clocks(d_model)))


@mutant(TASK, mistake="last_clock_reaches_base")
def pairs_minus_one(d_model, base=10000.0):
    """As in Tensor2Tensor: the steps between clocks are one fewer than clocks."""
    k = clocks(d_model)
    return np.exp(-k * math.log(base) / max(len(k) - 1, 1))


@mutant(TASK, mistake="counts_from_one")
def first_clock_is_one(d_model, base=10000.0):
    """k counts from 1."""
    return base ** (-2 * (clocks(d_model) + 1) / d_model)


@mutant(TASK, mistake="order_reversed")
def slowest_first(d_model, base=10000.0):
    """From small to large."""
    return np.sort(base ** (-2 * clocks(d_model) / d_model))


@mutant(TASK, mistake="logarithm_missing")
def exp_without_log(d_model, base=10000.0):
    """exp and power are the same."""
    return np.exp(-2 * clocks(d_model) / d_model)


@mutant(TASK, mistake="common_logarithm")
def log10_for_log(d_model, base=10000.0):
    """The logarithm of 10000 is 4."""
    return np.exp(-2 * clocks(d_model) / d_model * np.log10(base))


@mutant(TASK, mistake="evenly_spaced")
def linear(d_model, base=10000.0):
    """The clocks are evenly spaced from fast to slow."""
    return np.linspace(1, 1 / base, len(clocks(d_model)))


@mutant(TASK, mistake="not_divided_by_d")
def no_d_model(d_model, base=10000.0):
    """Each clock is `base` times slower than the last."""
    return base ** (-2.0 * clocks(d_model))


@mutant(TASK, mistake="exponent_as_factor")
def product(d_model, base=10000.0):
    """The exponent is multiplied."""
    return 1 / np.maximum(base * 2 * clocks(d_model) / d_model, 1)


@mutant(TASK, mistake="odd_size")
def rounded_down(d_model, base=10000.0):
    """Half of d clocks."""
    return base ** (-2 * np.arange(d_model // 2) / d_model)


@mutant(TASK, mistake="odd_size")
def padded(d_model, base=10000.0):
    """An odd size is made even first."""
    d_model += d_model % 2
    return base ** (-2 * clocks(d_model) / d_model)


@mutant(TASK, mistake="odd_size")
def refused(d_model, base=10000.0):
    """Pairs need an even size."""
    if d_model % 2:
        raise ValueError("d_model must be even")
    return base ** (-2 * clocks(d_model) / d_model)


@mutant(TASK, mistake="extra_axis")
def row(d_model, base=10000.0):
    """Ready for broadcasting."""
    return base ** (-2 * clocks(d_model) / d_model)[None]


@mutant(TASK, mistake="extra_axis")
def column(d_model, base=10000.0):
    """A column of clocks."""
    return base ** (-2 * clocks(d_model) / d_model)[:, None]


@mutant(TASK, mistake="rounded")
def few_decimals(d_model, base=10000.0):
    """Four decimals, as in the book's table."""
    return np.round(base ** (-2 * clocks(d_model) / d_model), 4)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def even_numbers(d_model, base=10000.0):
    """The even numbers below d are the 2k."""
    return 1 / base ** (np.arange(0, d_model, 2) / d_model)


@variant(TASK)
def exp_and_log(d_model, base=10000.0):
    """As in most implementations, to stay clear of large powers."""
    return np.exp(np.arange(0, d_model, 2) * -(math.log(base) / d_model))


@variant(TASK)
def loop(d_model, base=10000.0):
    """Number by number."""
    frequencies = []
    for i in range(0, d_model, 2):
        frequencies.append(1 / math.pow(base, i / d_model))
    return np.array(frequencies)


@variant(TASK)
def progression(d_model, base=10000.0):
    """Each clock is slower than the last by the same factor."""
    ratios = np.full(math.ceil(d_model / 2), base ** (-2 / d_model))
    ratios[0] = 1
    return np.cumprod(ratios)


@variant(TASK)
def single_precision(d_model, base=10000.0):
    """float32 from the start."""
    i = np.arange(0, d_model, 2, dtype=np.float32)
    return np.power(np.float32(base), -i / np.float32(d_model))


@variant(TASK)
def torch_inside(d_model, base=10000.0):
    """The two usual lines of torch, then back to NumPy."""
    i = torch.arange(0, d_model, 2).float()
    return torch.exp(i * (-math.log(base) / d_model)).numpy()


@variant(TASK)
def logspace(d_model, base=10000.0):
    """logspace with the right end."""
    n = -(-d_model // 2)
    return np.logspace(0, -2 * (n - 1) / d_model, n, base=base)


@variant(TASK)
def every_second_dimension(d_model, base=10000.0):
    """All dimensions, then every second one."""
    i = np.arange(d_model)
    return np.power(base, -(2 * (i // 2)) / d_model)[::2]
