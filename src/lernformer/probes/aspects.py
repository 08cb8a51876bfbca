"""Aspects shared by the checks of several chapters, under the names students read."""

PURE = "leaves its inputs as they are"
DTYPE = "keeps the dtype of its inputs"
GRADIENT = "lets the gradient through"
LARGE = "survives large scores"
LEADING = "takes any number of leading axes"
FITS = "fits the chapters to come"
SIZE = "works for large inputs, too"

# aspects of tests that a student writes
DISTINGUISHES = "tells the plainest right function from the plainest wrong one"
ACCEPTS = "accepts whatever is right"
CATCHES = "catches: "


def catches(words: str) -> str:
    """Return the aspect of a wrong function that a test should not accept."""
    return f"{CATCHES}{words}"
