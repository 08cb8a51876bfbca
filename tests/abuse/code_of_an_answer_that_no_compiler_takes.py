"""Has an argument twice: the parser accepts it, the compiler does not."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1, axis=0):
    return scores
"""
}
SAYS = "is not defined"
