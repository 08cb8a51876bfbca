"""Interactive figures for the positional-encoding chapter.

`PositionClocks` shows the table and its pairs of dimensions as hands of clocks,
`CounterWaves` shows where the idea comes from, `AddOrConcatenate` how a position joins
a word, and `RotaryScores` how queries and keys are rotated. All of them run in the
book's static page and in JupyterLab; `show_encoding` puts a student's own table on the
clocks.
"""

import anywidget
import numpy as np
import torch
import traitlets
from numpy.typing import ArrayLike
from torch import Tensor

from lernformer.positional_encoding import (
    angular_frequencies,
    rotary,
    sinusoidal_encoding,
)
from lernformer.widgets import among, css, esm, within

D_MODELS = (4, 6, 8, 16, 32, 64, 128, 256, 512)
BASES = (10.0, 100.0, 1000.0, 10000.0, 100000.0)
LENGTHS = (5, 16, 50, 100, 128)
FURTHEST = 20  # the largest shift
MOST_ROWS = 128  # the most rows to show of a student's table


class PositionClocks(anywidget.AnyWidget):
    """The table of positions, one row as hands of clocks, and a shift by φ.

    A hand points to (sin, cos): it starts at twelve o'clock and turns clockwise.

    Args:
        table: (L, d) numbers to show instead of the formula's; empty for the formula.
        state: initial values of ``position``, ``offset`` (-20 to 20) and, without a
            table, ``d_model``, ``base`` and ``length`` from `D_MODELS`, `BASES` and
            `LENGTHS`.

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("positional_encoding"), css("positional_encoding")

    table = traitlets.List[list]().tag(sync=True)  # [L][d]
    d_model_choices = traitlets.List(list(D_MODELS)).tag(sync=True)
    base_choices = traitlets.List(list(BASES)).tag(sync=True)
    length_choices = traitlets.List(list(LENGTHS)).tag(sync=True)
    furthest = traitlets.Int(FURTHEST).tag(sync=True)

    position = traitlets.Int(5).tag(sync=True)
    offset = traitlets.Int(3).tag(sync=True)
    d_model = traitlets.Int(32).tag(sync=True)
    base = traitlets.Float(10000.0).tag(sync=True)
    length = traitlets.Int(50).tag(sync=True)

    def __init__(self, table: ArrayLike = (), **state: object):
        super().__init__(table=np.asarray(table, float).round(4).tolist(), **state)

    def row(self, position: int) -> np.ndarray:
        """Return the row that the figure shows for a position, computed in Python."""
        if self.table:
            return np.array(self.table[position])
        return sinusoidal_encoding(position + 1, self.d_model, self.base)[position]

    def turns(self) -> np.ndarray:
        """Return how far the shift turns each clock of the formula, in degrees."""
        return np.rad2deg(self.offset * angular_frequencies(self.d_model, self.base))

    # A page may set length and position together; the front end makes them fit.
    _check_range = within(
        position=(0, lambda self: (len(self.table) or LENGTHS[-1]) - 1),
        offset=(-FURTHEST, FURTHEST),
    )
    _check_choice = among(d_model=D_MODELS, base=BASES, length=LENGTHS)


def show_encoding(P: np.ndarray | Tensor) -> PositionClocks:
    """Show a table of positions as a heat map and as clocks.

    Pairs of neighbouring dimensions are the hands. If the hands don't have length 1, or
    if a shift turns a clock differently from different positions, the table isn't the
    paper's.

    Args:
        P: (L, d) one row per position, as an array or tensor, with d >= 2. Only the
            first `MOST_ROWS` positions are shown.

    Raises:
        ValueError: if the shape is wrong, or a number is not finite.
    """
    if hasattr(P, "detach"):  # a tensor of any precision, on any device
        P = P.detach().cpu().double().numpy()
    table = np.asarray(P, float)
    if table.ndim != 2 or len(table) == 0 or table.shape[1] < 2:
        raise ValueError(f"P must be (positions, d) with d >= 2, got {table.shape}")
    if not np.isfinite(table).all():
        raise ValueError("P must contain only finite numbers")
    table = table[:MOST_ROWS]
    return PositionClocks(table=table, position=min(1, len(table) - 1), offset=1)


class CounterWaves(anywidget.AnyWidget):
    """Four binary digits that count to 15, and the waves that they resemble.

    Args:
        state: initial values of ``number`` (0 to 15) and ``smoothness`` (from 0 for
            switches to 1 for waves).

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("positional_encoding_counter"), css("positional_encoding_counter")

    number = traitlets.Int(6).tag(sync=True)
    smoothness = traitlets.Float(0.0).tag(sync=True)

    def levels(self) -> np.ndarray:
        """Return the curves' values at the number, digits 0 to 3, from Python."""
        j = np.arange(4)
        wave = -np.sin(2 * np.pi * (self.number + 0.5) / 2 ** (j + 1))
        digits = (self.number >> j) & 1
        return (1 - self.smoothness) * digits + self.smoothness * (1 + wave) / 2

    _check_range = within(number=(0, 15), smoothness=(0, 1))


class AddOrConcatenate(anywidget.AnyWidget):
    """A word and its position in a plane: X + P, or [X; P] W where W has two factors.

    Args:
        state: initial values of ``word`` (counted from 0), ``position`` (0 to 12),
            ``size`` of the embedding (0.1 to 4), ``concatenate``, ``w1`` and ``w2``
            (0 to 1.5).

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("positional_encoding_add"), css("positional_encoding_add")

    words = traitlets.List(["dog", "cat", "bread"]).tag(sync=True)
    angles = traitlets.List([20, 65, 200]).tag(sync=True)  # degrees

    word = traitlets.Int(0).tag(sync=True)
    position = traitlets.Int(4).tag(sync=True)
    size = traitlets.Float(3.0).tag(sync=True)
    concatenate = traitlets.Bool(False).tag(sync=True)
    w1 = traitlets.Float(1.0).tag(sync=True)
    w2 = traitlets.Float(0.5).tag(sync=True)

    def vector(self) -> np.ndarray:
        """Return the layer's output, computed in Python."""
        angle = np.deg2rad(self.angles[self.word])
        x = self.size * np.array([np.cos(angle), np.sin(angle)])
        p = sinusoidal_encoding(self.position + 1, 2)[self.position]
        if not self.concatenate:
            return x + p
        W = np.concatenate([self.w1 * np.eye(2), self.w2 * np.eye(2)])  # (2d, d)
        return np.concatenate([x, p]) @ W

    _check_range = within(
        word=(0, lambda self: len(self.words) - 1),
        position=(0, 12),
        size=(0.1, 4),
    )
    _check_factor = within("a factor", w1=(0, 1.5), w2=(0, 1.5))


class RotaryScores(anywidget.AnyWidget):
    """One pair of features of a query and of a key, rotated by their positions.

    Args:
        state: initial values of the positions ``m`` and ``n`` (0 to 20) and of
            ``frequency``, one of ``frequencies``.

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("positional_encoding_rope"), css("positional_encoding_rope")

    query = traitlets.List([1.2, 2.0]).tag(sync=True)
    key = traitlets.List([2.0, -0.6]).tag(sync=True)
    frequencies = traitlets.List([1.0, 0.3, 0.1]).tag(sync=True)
    last = traitlets.Int(20).tag(sync=True)

    m = traitlets.Int(1).tag(sync=True)
    n = traitlets.Int(4).tag(sync=True)
    frequency = traitlets.Float(0.3).tag(sync=True)

    def score(self) -> float:
        """Return the dot product after the rotation, computed in Python."""
        pairs = torch.tensor([self.query, self.key], dtype=torch.float64)
        # as positions of a clock with angular frequency 1
        places = self.frequency * torch.tensor([self.m, self.n], dtype=torch.float64)
        q, k = rotary(pairs, places)
        return float(q @ k)

    _check_position = within(
        "a position", m=(0, lambda self: self.last), n=(0, lambda self: self.last)
    )
    _check_frequency = among(frequency=lambda self: tuple(self.frequencies))
