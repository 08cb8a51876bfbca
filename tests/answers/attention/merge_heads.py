"""Answers to `merge_heads(x)`: (..., H, L, d_k) → (..., L, H * d_k)."""

import torch

from .. import variant

TASK = "attention.merge_heads"


# --- Wrong ---------------------------------------------------------------------


@variant(TASK)
def four_axes_only(x):
    """x is (B, H, L, d_k), always."""
    batch, n_heads, length, d_k = x.shape
    return x.permute(0, 2, 1, 3).reshape(batch, length, n_heads * d_k)


@variant(TASK)
def positive_axes(x):
    """Heads are axis 1 and length is axis 2."""
    return x.transpose(1, 2).flatten(2)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def transpose_and_reshape(x):
    """Swap heads and length, then join."""
    *batch, n_heads, length, d_k = x.shape
    return x.transpose(-3, -2).reshape(*batch, length, n_heads * d_k)


@variant(TASK)
def contiguous_and_view(x):
    """The same with view, on a copy."""
    moved = x.movedim(-3, -2).contiguous()
    return moved.view(*moved.shape[:-2], -1)


@variant(TASK)
def swapaxes_and_flatten(x):
    """flatten joins the last two axes."""
    return x.swapaxes(-3, -2).flatten(start_dim=-2)


@variant(TASK)
def concatenate_heads(x):
    """Takes the heads apart and concatenates their features."""
    return torch.cat(x.unbind(dim=-3), dim=-1)


@variant(TASK)
def slices_in_a_loop(x):
    """Writes each head into its slice."""
    n_heads, length, d_k = x.shape[-3:]
    merged = x.new_zeros(*x.shape[:-3], length, n_heads * d_k)
    for h in range(n_heads):
        merged[..., h * d_k : (h + 1) * d_k] = x[..., h, :, :]
    return merged


@variant(TASK)
def permute_a_flat_batch(x):
    """All leading axes become one, and return."""
    n_heads, length, d_k = x.shape[-3:]
    flat = x.reshape(-1, n_heads, length, d_k).permute(0, 2, 1, 3)
    return flat.reshape(*x.shape[:-3], length, n_heads * d_k)


@variant(TASK)
def by_einsum(x):
    """einsum swaps the axes."""
    return torch.einsum("...hlk->...lhk", x).flatten(-2)
