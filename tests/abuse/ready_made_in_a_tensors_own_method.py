"""Calls a ready-made function in a method that it gives to a tensor; torch calls it."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
class Own:
    softmax = norm = 1

found = []

def softmax(scores, axis=-1):
    x = torch.tensor(scores * 1.0).movedim(axis, -1)
    x.norm = lambda *a, **k: found.append(x.softmax(-1)) or torch.ones(1)
    torch.nn.functional.normalize(x)
    return found[-1].movedim(-1, axis).numpy()
"""
}
SAYS = "for which an answer has no use"
