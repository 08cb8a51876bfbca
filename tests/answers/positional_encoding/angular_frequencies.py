"""Answers to `angular_frequencies(d_model, base=10000.0)`: ω_k = base^(-2k/d)."""

import math

import numpy as np
import torch

from lernformer.mistakes.positional_encoding.angular_frequencies import clocks

from .. import mutant, variant

TASK = "positional_encoding.angular_frequencies"


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
