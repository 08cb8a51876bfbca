"""Defines its own check, which always passes."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def check(*args, **kwargs):
    return True

def softmax(scores, axis=-1):
    return scores
"""
}
