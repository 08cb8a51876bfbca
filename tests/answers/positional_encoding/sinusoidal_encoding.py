"""Answers to `sinusoidal_encoding(length, d_model, base=10000.0)`: (L, d)."""

import math

import numpy as np
import torch

from lernformer.mistakes.positional_encoding.sinusoidal_encoding import (
    angles_of,
    interleaved,
)

from .. import mutant, variant

TASK = "positional_encoding.sinusoidal_encoding"


# --- Wrong: the frequencies ------------------------------------------------------


@mutant(TASK, mistake="base_ignored")
def kept_for_its_size(length, d_model, base=10000.0, tables={}):  # noqa: B006
    """A table of one size is made once, whatever its base."""
    if (length, d_model) not in tables:
        angles = angles_of(length, d_model, base)
        tables[length, d_model] = interleaved(angles, d_model)
    return tables[length, d_model]


# --- Wrong: the shape ------------------------------------------------------------


@mutant(TASK, mistake="rounded")
def float16(length, d_model, base=10000.0):
    """The angles in half precision."""
    angles = angles_of(length, d_model, base).astype(np.float16)
    return interleaved(angles.astype(float), d_model)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def two_assignments(length, d_model, base=10000.0):
    """Even columns, then odd columns."""
    pe = np.zeros((length, d_model))
    position = np.arange(length).reshape(-1, 1)
    sines = 1 / base ** (np.arange(0, d_model, 2) / d_model)
    cosines = 1 / base ** ((np.arange(1, d_model, 2) - 1) / d_model)
    pe[:, 0::2] = np.sin(position * sines)
    pe[:, 1::2] = np.cos(position * cosines)
    return pe


@variant(TASK)
def double_loop(length, d_model, base=10000.0):
    """The paper's formula, number by number."""
    pe = np.empty((length, d_model))
    for position in range(length):
        for i in range(d_model):
            angle = position / math.pow(base, 2 * (i // 2) / d_model)
            pe[position, i] = math.sin(angle) if i % 2 == 0 else math.cos(angle)
    return pe


@variant(TASK)
def list_of_rows(length, d_model, base=10000.0):
    """Lists, and an array at the end."""
    rows = []
    for p in range(length):
        row = []
        for k in range(math.ceil(d_model / 2)):
            angle = p * base ** (-2 * k / d_model)
            row += [math.sin(angle), math.cos(angle)]
        rows.append(row[:d_model])
    return np.array(rows)


@variant(TASK)
def choice_by_parity(length, d_model, base=10000.0):
    """All angles, then np.where."""
    dimension = np.arange(d_model)
    exponents = (dimension - dimension % 2) / d_model
    angles = np.outer(np.arange(length), base**-exponents)
    return np.where(dimension % 2, np.cos(angles), np.sin(angles))


@variant(TASK)
def shifted_sines(length, d_model, base=10000.0):
    """A cosine is a sine a quarter turn ahead."""
    i = np.arange(d_model)
    angles = np.arange(length)[:, None] * base ** (-2 * (i // 2) / d_model)
    return np.sin(angles + (i % 2) * np.pi / 2)


@variant(TASK)
def stacked_pairs(length, d_model, base=10000.0):
    """Pairs on an axis of their own, joined and cut."""
    k = np.arange(-(-d_model // 2))
    angles = np.einsum("p,k->pk", np.arange(length), base ** (-2 * k / d_model))
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(length, -1)[:, :d_model]


@variant(TASK)
def complex_powers(length, d_model, base=10000.0):
    """One hand of a clock is one complex number; each position turns it on."""
    turn = np.exp(1j * base ** (-np.arange(0, d_model, 2) / d_model))
    hands = turn ** np.arange(length)[:, None]
    pairs = np.stack([hands.imag, hands.real], axis=-1)
    return pairs.reshape(length, -1)[:, :d_model]


@variant(TASK)
def exp_and_log_in_float32(length, d_model, base=10000.0):
    """The usual torch code: float32, exp and log."""
    pe = torch.zeros(length, d_model)
    position = torch.arange(0, length, dtype=torch.float).unsqueeze(1)
    div_term = torch.exp(
        torch.arange(0, d_model, 2).float() * (-math.log(base) / d_model)
    )
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)[:, : d_model // 2]
    return pe.numpy()


@variant(TASK)
def power_in_float32(length, d_model, base=10000.0):
    """float32, with a power and a division."""
    position = np.arange(length, dtype=np.float32)[:, None]
    i = np.arange(0, d_model, 2, dtype=np.float32)
    angles = position / np.float32(base) ** (i / np.float32(d_model))
    pe = np.empty((length, d_model), np.float32)
    pe[:, ::2], pe[:, 1::2] = np.sin(angles), np.cos(angles)[:, : d_model // 2]
    return pe


@variant(TASK)
def from_function(length, d_model, base=10000.0):
    """np.fromfunction."""

    def entry(p, i):
        angle = p / base ** (2 * (i // 2) / d_model)
        return np.sin(angle) * (1 - i % 2) + np.cos(angle) * (i % 2)

    return np.fromfunction(entry, (length, d_model))
