"""How the tasks of the chapter on attention are asked."""

# in the order of the exercise
TASKS = (
    "softmax",
    "softmax_jacobian",
    "scaled_dot_product_attention",
    "split_heads",
    "merge_heads",
    "split_projection",
    "MultiHeadAttention",
)
