"""Lernformer: a Transformer built piece by piece, until it translates."""

__version__ = "1.0.0"

# The chapters in the course's order, each a module or a package of this name.
CHAPTERS = (
    "embedding",
    "positional_encoding",
    "attention",
    "masking",
    "residual_norm",
    "transformer",
    "translator",
)
# Those whose exercises this class does, in that order. A shorter course names fewer, as
# ("embedding", "attention", "masking"); exercises, the students' zip, formgrader, the
# book's invitations and the last notebook's parts follow. `make exercises` then.
COURSE = CHAPTERS
