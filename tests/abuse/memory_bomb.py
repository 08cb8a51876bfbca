"""Doubles a list until there is no memory left."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    held = [0] * 1000
    while True:
        held += held
"""
}
