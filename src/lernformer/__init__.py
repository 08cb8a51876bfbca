"""Lernformer: a Transformer built piece by piece, until it translates."""

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
# The chapters whose exercises this class does, in order. For a shorter course, name
# fewer, such as ("embedding", "attention", "masking"), and run `make exercises`. The
# students' zip, formgrader, the book's invitations and the last notebook's parts adapt.
COURSE = CHAPTERS
