"""Answers to `split_heads(x, n_heads)`: (..., L, d_model) → (..., H, L, d_k)."""

import torch

from .. import variant

TASK = "attention.split_heads"


# --- Wrong ---------------------------------------------------------------------


@variant(TASK)
def three_axes_only(x, n_heads):
    """x is (B, L, d_model), always."""
    batch, length, d_model = x.shape
    return x.reshape(batch, length, n_heads, d_model // n_heads).permute(0, 2, 1, 3)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def reshape_and_transpose(x, n_heads):
    """Split the features, then swap heads and length."""
    *batch, length, d_model = x.shape
    heads = x.reshape(*batch, length, n_heads, d_model // n_heads)
    return heads.transpose(-3, -2)


@variant(TASK)
def view_and_movedim(x, n_heads):
    """A view splits the last axis, movedim brings the heads forward."""
    return x.view(*x.shape[:-1], n_heads, -1).movedim(-2, -3)


@variant(TASK)
def unflatten_and_swapaxes(x, n_heads):
    """Made contiguous at the end."""
    d_k = x.size(-1) // n_heads
    return x.unflatten(-1, (n_heads, d_k)).swapaxes(-2, -3).contiguous()


@variant(TASK)
def stack_of_chunks(x, n_heads):
    """Cuts the features into chunks and stacks them before the length."""
    return torch.stack(torch.chunk(x, n_heads, dim=-1), dim=-3)


@variant(TASK)
def slices_in_a_loop(x, n_heads):
    """Fills each head from its slice."""
    *batch, length, d_model = x.shape
    d_k = d_model // n_heads
    heads = x.new_empty(*batch, n_heads, length, d_k)
    for h in range(n_heads):
        heads[..., h, :, :] = x[..., h * d_k : (h + 1) * d_k]
    return heads


@variant(TASK)
def permute_a_flat_batch(x, n_heads):
    """All leading axes become one, and return."""
    length, d_model = x.shape[-2:]
    flat = x.reshape(-1, length, n_heads, d_model // n_heads).permute(0, 2, 1, 3)
    return flat.reshape(*x.shape[:-2], *flat.shape[1:])


@variant(TASK)
def by_index(x, n_heads):
    """Picks features by a table (H, d_k)."""
    table = torch.arange(x.size(-1), device=x.device).reshape(n_heads, -1)
    return torch.einsum("...lhk->...hlk", x[..., table])
