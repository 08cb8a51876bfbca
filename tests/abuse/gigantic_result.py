"""Returns an array of eighty gigabytes that takes eight bytes."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    return np.broadcast_to(0.0, (10**6, 10**4))
"""
}
