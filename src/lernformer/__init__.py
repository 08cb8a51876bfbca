"""Lernformer: build a Transformer piece by piece, until it translates."""

__version__ = "1.0.0"

# The chapters in the course's order, each a module or package with this name.
CHAPTERS = (
    "embedding",
    "positional_encoding",
    "attention",
    "masking",
    "residual_norm",
    "transformer",
    "translator",
)
# The chapters whose exercises your class does, in order. For a shorter course, list
# fewer, such as ("embedding", "attention", "masking"), and run `make exercises`. The
# students' zip, formgrader, the book's invitations and the last notebook's parts adapt.
COURSE = CHAPTERS
