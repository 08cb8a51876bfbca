"""The answers of the attention chapter, one module a task."""

from . import (  # noqa: F401 (importing registers)
    merge_heads,
    multi_head_attention,
    scaled_dot_product_attention,
    softmax,
    softmax_jacobian,
    split_heads,
    split_projection,
)
