"""Positional encodings (Vaswani et al. 2017, 3.5; rotary: Su et al. 2021, 3.4).

Axes: ``B`` batch, ``L`` length, ``d`` features; ``...`` stands for any number of
leading axes. Positions count from 0. Dimensions 2k and 2k + 1 form a pair, pictured as
the hand of a clock that turns with the angular frequency ω_k = base^(-2k/d).
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn

__all__ = [  # noqa: RUF022  the exercise's tasks, in its order
    "angular_frequencies",
    "sinusoidal_encoding",
    "to_halves",
    "shift_matrix",
    "position_similarity",
    "similarity_by_distance",
    "PositionalEncoding",
    "is_permutation_equivariant",
    "concatenation_as_sum",
    "LearnedPositionalEncoding",
    "rotary",
]

POSITIONS = ("sinusoidal", "halves", "learned", "rotary", "none")


# The formulas, in NumPy, because here the numbers are the point ---------------------


def angular_frequencies(d_model: int, base: float = 10000.0) -> np.ndarray:
    """Compute how far each clock turns from one position to the next, in radians.

    Args:
        d_model: features d >= 1, odd or even.
        base: n in the formula; the larger it is, the slower the last clock turns.

    Returns:
        (⌈d/2⌉,) frequencies, falling from 1. For odd d, the last clock has only a sine.

    Example:
        >>> angular_frequencies(4, base=100.0)
        array([1. , 0.1])
        >>> angular_frequencies(5, base=32.0)
        array([1.    , 0.25  , 0.0625])
    """
    k = np.arange((d_model + 1) // 2)
    return base ** (-2.0 * k / d_model)


def sinusoidal_encoding(length: int, d_model: int, base: float = 10000.0) -> np.ndarray:
    """Build the paper's table: sines in the even dimensions, cosines in the odd ones.

    Args:
        length: number of positions L.
        d_model: features d >= 1, odd or even.
        base: see ``angular_frequencies``.

    Returns:
        (L, d) values in [-1, 1], one row per position.

    Example:
        >>> sinusoidal_encoding(3, 4, base=100.0).round(3)
        array([[ 0.   ,  1.   ,  0.   ,  1.   ],
               [ 0.841,  0.54 ,  0.1  ,  0.995],
               [ 0.909, -0.416,  0.199,  0.98 ]])
    """
    positions = np.arange(length)[:, None]  # (L, 1)
    angles = positions * angular_frequencies(d_model, base)  # (L, ⌈d/2⌉)
    encoding = np.empty((length, d_model))
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return encoding


def to_halves(x: np.ndarray) -> np.ndarray:
    """Put the even features first, then the odd ones, each group in its order.

    This turns the table into the other common layout: all sines, then all cosines.

    Args:
        x: (..., d) an array; d odd or even.

    Returns:
        (..., d) the features 0, 2, 4, …, then 1, 3, 5, …

    Example:
        >>> to_halves(np.array([10, 11, 12, 13, 14]))
        array([10, 12, 14, 11, 13])
    """
    d = x.shape[-1]
    return x[..., [*range(0, d, 2), *range(1, d, 2)]]


def halves_encoding(length: int, d_model: int, base: float = 10000.0) -> np.ndarray:
    """Build ``sinusoidal_encoding`` with all sines before all cosines."""
    return to_halves(sinusoidal_encoding(length, d_model, base))


def shift_matrix(offset: int, d_model: int, base: float = 10000.0) -> np.ndarray:
    """Build the rotation M with PE[p + offset] = M · PE[p] for every position p.

    Args:
        offset: how far to move; a negative offset moves backwards.
        d_model: features d, even.
        base: see ``angular_frequencies``.

    Returns:
        (d, d) block-diagonal, the same for every position p.

    Raises:
        ValueError: if d_model is odd, because a sine alone can't be rotated.

    Example:
        >>> shift_matrix(1, d_model=2).round(2)
        array([[ 0.54,  0.84],
               [-0.84,  0.54]])
        >>> table = sinusoidal_encoding(9, d_model=6)
        >>> np.allclose(shift_matrix(3, d_model=6) @ table[5], table[8])
        True
    """
    if d_model % 2:
        raise ValueError(f"d_model must be even, got {d_model}")
    # 1. compute how far each clock turns
    angles = offset * angular_frequencies(d_model, base)  # (d/2,)
    # 2. start with zeros, and find the place of each pair
    even = np.arange(0, d_model, 2)
    matrix = np.zeros((d_model, d_model))
    # 3. write a rotation into each place
    matrix[even, even] = matrix[even + 1, even + 1] = np.cos(angles)
    matrix[even, even + 1] = np.sin(angles)
    matrix[even + 1, even] = -np.sin(angles)
    return matrix


def position_similarity(
    offsets: np.ndarray, d_model: int, base: float = 10000.0
) -> np.ndarray:
    """Compute the dot product of the encodings of two positions, from their distance.

    Args:
        offsets: (...) how far apart the two are, whole numbers of either sign.
        d_model: features d, even.
        base: see ``angular_frequencies``.

    Returns:
        (...) one dot product for each offset; d/2 at offset 0.

    Raises:
        ValueError: if d_model is odd, because the product then depends on more than the
            distance.

    Example:
        >>> position_similarity(np.array([0, 1, -1, 20]), d_model=4).round(3)
        array([2.   , 1.54 , 1.54 , 1.388])
    """
    if d_model % 2:
        raise ValueError(f"d_model must be even, got {d_model}")
    angles = np.asarray(offsets)[..., None] * angular_frequencies(d_model, base)
    return np.cos(angles).sum(axis=-1)


def similarity_by_distance(table: np.ndarray) -> np.ndarray:
    """Measure how similar the positions of a table are, by the distance between them.

    Args:
        table: (L, d) one row per position, however it was made; it is not modified.

    Returns:
        (L,): entry k is the mean dot product of rows p and p + k, over all pairs in the
        table: L pairs for k = 0, one pair for k = L - 1.

    Example:
        >>> similarity_by_distance(np.array([[1, 0], [2, 1], [0, 3]]))
        array([5. , 2.5, 0. ])
    """
    products = table @ table.T  # (L, L)
    return np.array([np.diagonal(products, k).mean() for k in range(len(table))])


# The layers, in torch, because the model uses and trains them -----------------------


def _rows(table: Tensor, x: Tensor, start: int) -> Tensor:
    """Look up the rows of ``table`` for the L positions of ``x`` from ``start`` on.

    Example:
        >>> _rows(torch.tensor([[0], [10], [20], [30]]), torch.zeros(5, 2, 1), start=1)
        tensor([[10],
                [20]])
    """
    end = start + x.size(-2)
    if end > len(table):
        raise ValueError(f"{end} positions exceed max_length ({len(table)})")
    return table[start:end]


class PositionalEncoding(nn.Module):
    """Add the sinusoidal table, then apply dropout (paper, 3.5 and 5.4).

    Args:
        d_model: features of a token, odd or even.
        max_length: number of positions in the table.
        dropout: probability in [0, 1] that a feature is dropped during training.

    Example:
        >>> layer = PositionalEncoding(d_model=2)
        >>> layer(torch.zeros(1, 3, 2)).round(decimals=2)
        tensor([[[ 0.0000,  1.0000],
                 [ 0.8400,  0.5400],
                 [ 0.9100, -0.4200]]])
        >>> layer(torch.zeros(1, 1, 2), start=2).round(decimals=2)
        tensor([[[ 0.9100, -0.4200]]])
    """

    def __init__(self, d_model: int, max_length: int = 5000, dropout: float = 0.0):
        super().__init__()
        table = torch.from_numpy(sinusoidal_encoding(max_length, d_model))
        # a buffer moves with the model; a formula needs no training and no saving
        self.table: Tensor
        self.register_buffer("table", table.float(), persistent=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        """Add the positions ``start``, ``start + 1``, … to tokens (..., L, d_model).

        Works on any device, if the module is on the same device as ``x``.

        Raises:
            ValueError: if a position lies outside the table.
        """
        return self.dropout(x + _rows(self.table, x, start))


class HalvesPositionalEncoding(PositionalEncoding):
    """``PositionalEncoding`` with all sines before all cosines."""

    def __init__(self, d_model: int, max_length: int = 5000, dropout: float = 0.0):
        super().__init__(d_model, max_length, dropout)
        self.table = torch.from_numpy(halves_encoding(max_length, d_model)).float()


def is_permutation_equivariant(
    layer: Callable[[Tensor], Tensor], x: Tensor, order: Tensor
) -> bool:
    """Check whether shuffling tokens before or after a layer gives the same result.

    A layer with the same output for every token, such as the average of all tokens,
    passes too, because shuffling equal outputs changes nothing.

    Args:
        layer: a function or module that maps (B, L, d) to (B, L, d). What it does to a
            sentence may depend on the sentence's place in the batch.
        x: (B, L, d) tokens, float32; they are not modified.
        order: (L,) a permutation of 0 to L - 1: token ``order[i]`` moves to place i, as
            in ``x[:, order]``.

    Returns:
        True if all numbers agree, each within 1e-5 + 1e-5 · its size (``rtol`` and
        ``atol`` of ``torch.allclose``), and False otherwise. Only this one order is
        tested.

    Example:
        >>> x = torch.tensor([[[1.0], [2.0], [4.0]]])
        >>> order = torch.tensor([2, 0, 1])
        >>> is_permutation_equivariant(torch.exp, x, order)
        True
        >>> is_permutation_equivariant(lambda x: x.cumsum(dim=1), x, order)
        False
    """
    before, after = layer(x[:, order]), layer(x)[:, order]
    return torch.allclose(before, after, rtol=1e-5, atol=1e-5)


def concatenation_as_sum(
    x: Tensor, positions: Tensor, weight: Tensor
) -> tuple[Tensor, Tensor]:
    """Compute what words and positions contribute to [X; P] W = X W_1 + P W_2.

    Args:
        x: (B, L, d) the words.
        positions: (L, d_p) one row per position; d_p may differ from d.
        weight: (d + d_p, d_out) the matrix W that multiplies each word concatenated
            with its position.

    Returns:
        X W_1, (B, L, d_out), and P W_2, (L, d_out), the same for all sentences.

    Example:
        >>> x = torch.tensor([[[1.0], [2.0]]])
        >>> weight = torch.tensor([[1.0, 10.0], [5.0, 7.0]])
        >>> positions = torch.tensor([[0.0], [1]])
        >>> of_words, of_positions = concatenation_as_sum(x, positions, weight)
        >>> of_words.tolist(), of_positions.tolist()
        ([[[1.0, 10.0], [2.0, 20.0]]], [[0.0, 0.0], [5.0, 7.0]])
    """
    of_words, of_positions = weight.split([x.size(-1), positions.size(-1)])
    return x @ of_words, positions @ of_positions


class LearnedPositionalEncoding(nn.Module):
    """Add a learned vector for each position, then apply dropout.

    The only parameter is a table (max_length, d_model). Its row p is added, without
    scaling, to the token at position p.

    Args:
        d_model: features of a token.
        max_length: number of positions that can be learned.
        dropout: probability in [0, 1] that a feature is dropped during training.

    Example:
        >>> layer = LearnedPositionalEncoding(d_model=2, max_length=3)
        >>> layer.table.data = torch.tensor([[1.0, 2], [3, 4], [5, 6]])
        >>> layer(torch.ones(1, 2, 2), start=1).data
        tensor([[[4., 5.],
                 [6., 7.]]])
    """

    def __init__(self, d_model: int, max_length: int, dropout: float = 0.0):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_length, d_model) * 0.02)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        """Add the positions ``start``, ``start + 1``, … to tokens (..., L, d_model).

        Works on any device, if the module is on the same device as ``x``.

        Raises:
            ValueError: if a position lies outside the table.
        """
        return self.dropout(x + _rows(self.table, x, start))


class ConcatenatedPositionalEncoding(nn.Module):
    """Append the position to the token and mix the two; see ``concatenation_as_sum``.

    This takes 2 d² more weights than adding the position.

    Args:
        encoding: the layer whose table of positions is used.
    """

    def __init__(self, encoding: PositionalEncoding | LearnedPositionalEncoding):
        super().__init__()
        d_model = encoding.table.size(1)
        self.encoding = encoding
        self.mix = nn.Linear(2 * d_model, d_model, bias=False)

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        """Append positions ``start``, ``start + 1``, … to (..., L, d_model) and mix."""
        positions = _rows(self.encoding.table, x, start).expand_as(x)
        mixed = self.mix(
            torch.cat([x, positions], dim=-1)
        )  # (..., L, 2d) → (..., L, d)
        return self.encoding.dropout(mixed)


class NoPositionalEncoding(nn.Dropout):
    """Only dropout, for models that add positions elsewhere (rotary) or not at all."""

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        """Leave (..., L, d_model) as it is, except for dropout."""
        return super().forward(x)


def positional_layer(
    kind: str, d_model: int, max_length: int, dropout: float, concatenate: bool
) -> nn.Module:
    """Make the layer for a kind in ``POSITIONS``; it adds or concatenates positions.

    Raises:
        ValueError: if there is no such kind.
    """
    if kind not in POSITIONS:
        raise ValueError(f"positions must be one of {POSITIONS}, got {kind!r}")
    if kind in ("rotary", "none"):
        return NoPositionalEncoding(dropout)
    layer = {
        "sinusoidal": PositionalEncoding,
        "halves": HalvesPositionalEncoding,
        "learned": LearnedPositionalEncoding,
    }[kind](d_model, max_length, dropout)
    return ConcatenatedPositionalEncoding(layer) if concatenate else layer


def rotary(x: Tensor, positions: Tensor, base: float = 10000.0) -> Tensor:
    """Rotate each pair of features by an angle that grows with the position (RoPE).

    This is applied to queries and keys, but not to values. The dot product of a query
    and a key then depends on their distance, not on the positions themselves.

    Args:
        x: (..., L, d) with d even; the pair (x[2k], x[2k + 1]) is rotated by
            ω_k · position, from the first axis of the pair towards the second.
        positions: (L,) whole numbers, or broadcastable to (..., L).
        base: see ``angular_frequencies``.

    Returns:
        (..., L, d) with the dtype and device of x; each vector keeps its length.

    Raises:
        ValueError: if d is odd.

    Example:
        >>> x = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
        >>> rotary(x, torch.tensor([0, 1, 1]))
        tensor([[ 1.0000,  0.0000],
                [ 0.5403,  0.8415],
                [-0.8415,  0.5403]])
    """
    d = x.size(-1)
    if d % 2:
        raise ValueError(f"rotary positions need an even number of features, got {d}")
    # 1. compute each pair's angle at each position, in at least float32: bfloat16 can't
    # tell position 257 from 256
    exact = torch.promote_types(x.dtype, torch.float32)
    pairs = torch.arange(0, d, 2, dtype=exact, device=x.device)
    angles = positions[..., None].to(exact) * base ** (-pairs / d)  # (..., L, d/2)
    # 2. take cosines and sines, in the dtype of x
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    # 3. rotate the pairs, and put their features side by side again
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = (even * cos - odd * sin, even * sin + odd * cos)
    return torch.stack(turned, dim=-1).flatten(-2)  # (..., L, d/2, 2) → (..., L, d)


class RotaryProjection(nn.Linear):
    """A projection to queries or keys that rotates each head by the token's position.

    As the ``q_proj`` and ``k_proj`` of an attention, it makes the scores depend on the
    distances between tokens. Positions count from 0 along the length axis.

    Args:
        d_model: features of a token.
        n_heads: number of heads H; d_k = d_model / H must be even.
    """

    def __init__(self, d_model: int, n_heads: int):
        super().__init__(d_model, d_model)
        self.n_heads = n_heads

    def forward(self, x: Tensor) -> Tensor:
        """Project and rotate (..., L, d_model)."""
        heads = super().forward(x).unflatten(-1, (self.n_heads, -1))  # (..., L, H, d_k)
        positions = torch.arange(x.size(-2), device=x.device)
        turned = rotary(heads.transpose(-3, -2), positions)  # (..., H, L, d_k)
        return turned.transpose(-3, -2).flatten(-2)  # (..., L, d_model)
