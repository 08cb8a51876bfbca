"""How the tasks of the chapter on positional encoding are asked."""

# in the order of the exercise
TASKS = (
    "angular_frequencies",
    "sinusoidal_encoding",
    "to_halves",
    "shift_matrix",
    "position_similarity",
    "PositionalEncoding",
    "is_permutation_equivariant",
    "concatenation_as_sum",
    "LearnedPositionalEncoding",
    "rotary",
)
