"""Catches a ready-made function where torch hands it over, so no name reveals it."""

LOST = {"softmax": 0}
FIRST = """
import torch

caught = []

class Net(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        caught.append(func)
        return super().__torch_function__(func, types, args, kwargs or {})

torch.ones(2).as_subclass(Net).softmax(0)
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    found = []

    def inside(x):
        found.append(caught[0](torch.tensor(scores) * 1.0, axis).numpy())
        return x

    torch.zeros(1).apply_(inside)
    return found[0]
"""
}
