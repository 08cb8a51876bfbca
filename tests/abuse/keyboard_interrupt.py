"""Raises an exception that no `except Exception` catches."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    raise KeyboardInterrupt
"""
}
