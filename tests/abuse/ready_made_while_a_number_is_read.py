"""Calls a ready-made function while torch reads a number of the answer's own class."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
class Own:
    softmax = 1

    def __float__(self):
        found.append(self.x.softmax(-1))
        return 0.0

found = []

def softmax(scores, axis=-1):
    own = Own()
    own.x = torch.tensor(scores * 1.0).movedim(axis, -1)
    torch.tensor([[own]])
    return found[-1].movedim(-1, axis).numpy()
"""
}
SAYS = "an object of a class of its own"
