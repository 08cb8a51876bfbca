"""Answers to `rotary(x, positions, base=10000.0)`: pairs (2i, 2i + 1) are turned."""

import math

import numpy as np
import torch

from lernformer.mistakes.positional_encoding.rotary import angles_of, turn, waves

from .. import mutant, variant

TASK = "positional_encoding.rotary"


# --- Wrong: the positions --------------------------------------------------------


@mutant(TASK, mistake="one_row_of_positions")
def outer_of_vectors(x, positions, base=10000.0):
    """torch.outer: positions are a vector; everything in float32, then back."""
    d = x.size(-1)
    inv_freq = 1.0 / base ** (torch.arange(0, d, 2, device=x.device).float() / d)
    freqs = torch.outer(positions.float(), inv_freq)
    cos, sin = freqs.cos(), freqs.sin()
    x1, x2 = x[..., ::2].float(), x[..., 1::2].float()
    rotated = torch.stack([x1 * cos - x2 * sin, x2 * cos + x1 * sin], dim=-1)
    return rotated.flatten(-2).to(x.dtype)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def strided(x, positions, base=10000.0):
    """Even and odd features written into an empty tensor."""
    d = x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2, device=x.device).float() / d)
    angles = positions.unsqueeze(-1) * theta
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    y = torch.empty_like(x)
    y[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin
    y[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos
    return y


@variant(TASK)
def complex_product(x, positions, base=10000.0):
    """A pair is a complex number."""
    exact = x.to(torch.promote_types(x.dtype, torch.float32))
    pairs = torch.view_as_complex(exact.unflatten(-1, (-1, 2)).contiguous())
    angles = angles_of(exact, positions, base)
    turned = pairs * torch.polar(torch.ones_like(angles), angles)
    return torch.view_as_real(turned).flatten(-2).to(x.dtype)


@variant(TASK)
def complex_product_without_bfloat16(x, positions, base=10000.0):
    """The same in the type of x, which has to have complex numbers."""
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    theta = base ** (-torch.arange(0, x.size(-1), 2, device=x.device) / x.size(-1))
    angles = positions.unsqueeze(-1) * theta.to(x.dtype)
    return torch.view_as_real(pairs * torch.exp(1j * angles)).flatten(-2).to(x.dtype)


@variant(TASK)
def matrices(x, positions, base=10000.0):
    """A rotation matrix for each pair, by einsum."""
    angles = angles_of(x, positions, base)
    c, s = waves(x, angles)
    rotation = torch.stack([torch.stack([c, -s], -1), torch.stack([s, c], -1)], -2)
    pairs = x.unflatten(-1, (-1, 2))
    return torch.einsum("...kij,...kj->...ki", rotation, pairs).flatten(-2)


@variant(TASK)
def loop_over_pairs(x, positions, base=10000.0):
    """One pair after the other; float32 angles, positions are a vector."""
    d = x.shape[-1]
    columns = []
    for i in range(0, d, 2):
        angle = positions.float() * base ** (-i / d)
        c, s = torch.cos(angle).to(x.dtype), torch.sin(angle).to(x.dtype)
        columns.append(x[..., i] * c - x[..., i + 1] * s)
        columns.append(x[..., i] * s + x[..., i + 1] * c)
    return torch.stack(columns, dim=-1)


@variant(TASK)
def numpy_frequencies(x, positions, base=10000.0):
    """Frequencies from NumPy, moved to the device of x."""
    d = x.size(-1)
    theta = torch.from_numpy(base ** (-np.arange(0, d, 2) / d)).to(x.device)
    angles = positions[..., None] * theta
    a, b = x.unflatten(-1, (d // 2, 2)).unbind(-1)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    return torch.stack((a * cos - b * sin, b * cos + a * sin), dim=-1).view(x.shape)


@variant(TASK)
def halves_and_back(x, positions, base=10000.0):
    """Sorts the features into halves, turns them, and sorts them back."""
    cos, sin = waves(x, angles_of(x, positions, base))
    a, b = x[..., 0::2], x[..., 1::2]
    halves = torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
    d = x.size(-1)
    order = torch.arange(d, device=x.device).view(2, -1).T.reshape(-1)
    return halves.index_select(-1, order)


@variant(TASK)
def batch_of_heads_only(x, positions, base=10000.0):
    """cos and sin with explicit axes in front, as many as x has."""
    angles = angles_of(x, positions, base)
    angles = angles.view(*[1] * (x.dim() - angles.dim()), *angles.shape)
    return turn(x, angles)


@variant(TASK)
def partner(x, positions, base=10000.0):
    """x cos + rotated x sin, with the angles repeated."""
    d = x.size(-1)
    theta = torch.exp(
        -math.log(base) * torch.arange(0, d, 2, device=x.device).double() / d
    )
    angles = torch.einsum("...l,k->...lk", positions.double(), theta)
    angles = angles.repeat_interleave(2, dim=-1)
    turned = torch.stack((-x[..., 1::2], x[..., ::2]), dim=-1).reshape(x.shape)
    return x * angles.cos().to(x.dtype) + turned * angles.sin().to(x.dtype)
