"""How the tasks of the chapter on residuals and norms are asked."""

# in the order of the exercise
TASKS = (
    "min_max",
    "standardize",
    "layer_norm",
    "LayerNorm",
    "RMSNorm",
    "FeedForward",
    "ResidualConnection",
)
