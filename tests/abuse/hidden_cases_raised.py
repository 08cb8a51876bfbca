"""Leaks the inputs that it gets in an error message."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    raise ValueError(repr(scores.tolist()))
"""
}
