"""Has torch call back a ready-made function, which is not watched then."""

LOST = {"softmax": 0}
FIRST = """
import torch

held = []
held.append(torch.softmax)
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    found = []

    def inside(x):
        found.append(held[0](torch.tensor(scores) * 1.0, axis).numpy())
        return x

    torch.zeros(1).apply_(inside)
    return found[0]
"""
}
SAYS = "for which an answer has no use"
