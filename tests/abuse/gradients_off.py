"""Switches gradients off for everything that follows."""

FIRST = "import torch\ntorch.set_grad_enabled(False)"
LOST = {
    "scaled_dot_product_attention": 3.6,
    "split_heads": 0.9,
    "merge_heads": 0,  # a bug is found or it is not
    "split_projection": 1.8,
    "MultiHeadAttention": 4.5238,
}
