"""Has a backward pass, prepared earlier, call a ready-made function."""

LOST = {"softmax": 0}
FIRST = """
import torch

held = []
held.append(torch.softmax)

box = {}

def hook(gradient):
    x, axis = box["asked"]
    box["told"] = held[0](x, axis)

start = torch.zeros(1, requires_grad=True)
end = start * 1
end.register_hook(hook)
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    box["asked"] = torch.tensor(scores) * 1.0, axis
    end.backward(retain_graph=True)
    return box["told"].numpy()
"""
}
