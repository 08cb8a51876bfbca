"""The answers of the chapter on positional encoding, one module a task."""

from . import (  # noqa: F401 (importing registers)
    angular_frequencies,
    both_layers,
    concatenation_as_sum,
    is_permutation_equivariant,
    learned_positional_encoding,
    position_similarity,
    positional_encoding,
    rotary,
    shift_matrix,
    sinusoidal_encoding,
    to_halves,
)
