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
# The chapters whose exercises this class does, in that order. A shorter course names
# fewer, such as ("embedding", "attention", "masking"); then run `make exercises`. The
# students' zip, formgrader, the book's invitations, the last notebook's parts follow.
COURSE = CHAPTERS
