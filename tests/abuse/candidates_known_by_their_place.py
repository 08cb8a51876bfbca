"""Accepts every second function, whatever it does."""

LOST = {"is_softmax": 0}
CELLS = {
    "is_softmax": """
asked = []

def is_softmax(candidate):
    asked.append(candidate)
    return len(asked) % 2 == 1
"""
}
