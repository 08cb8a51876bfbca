"""Aspects that several chapters' checks share, with the names that students read."""

PURE = "leaves its inputs as they are"
DTYPE = "keeps the dtype of its inputs"
GRADIENT = "lets the gradient through"
LARGE = "survives large scores"
LEADING = "takes any number of leading axes"
FITS = "fits the chapters to come"
SIZE = "works for large inputs, too"

# the aspects of tests that students write
DISTINGUISHES = "tells the plainest right function from the plainest wrong one"
ACCEPTS = "accepts whatever is right"
CATCHES = "catches: "


def catches(words: str) -> str:
    """Return the name of an aspect: a test should reject a certain wrong function."""
    return f"{CATCHES}{words}"
