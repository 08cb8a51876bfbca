"""Accepts the functions by a pattern that is the same from both ends."""

LOST = {"is_softmax": 0}
CELLS = {
    "is_softmax": """
asked = []

def is_softmax(candidate):
    asked.append(candidate)
    return len(asked) % 4 < 2
"""
}
