"""Lernformer: a Transformer built piece by piece, until it translates."""

__version__ = "0.1.0"

# in the order of the course
CHAPTERS = (
    "embedding",
    "positional_encoding",
    "attention",
    "masking",
    "residual_norm",
    "transformer",
    "translator",
)
