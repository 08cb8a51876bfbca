"""Waits for somebody to type."""

LOST = {"softmax": 0}
FIRST = "name = input('name? ')"
CELLS = {"softmax": "def softmax(scores, axis=-1):\n    return np.array(input())"}
