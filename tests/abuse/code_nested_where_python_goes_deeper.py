"""Hides a ready-made function in code that Python reads only with a higher limit."""

LOST = {"softmax": 0}
FIRST = "import sys\nsys.setrecursionlimit(10**6)"
CELLS = {
    "softmax": "deep = 1 if True else 0"
    + ".real" * 4000
    + """
def softmax(scores, axis=-1):
    return torch.softmax(torch.tensor(scores), dim=axis).numpy()
"""
}
