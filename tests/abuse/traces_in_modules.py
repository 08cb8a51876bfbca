"""Imports what nobody has loaded yet: the next one finds it read already."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    import wave

    e = np.exp(scores - scores.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)
"""
}
