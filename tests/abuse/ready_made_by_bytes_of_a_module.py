"""Gets bytes unpickled by a module that one of torch's modules has imported."""

LOST = {"softmax": 0}
FIRST = """
import numpy as np, torch
import torch.utils.data

box = []
torch.utils.data.datapipes.datapipe.pickle.loads(
    b"cbuiltins\\neval\\n(V1\\ntR."
)
box.append(torch.softmax)
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    return box[0](torch.tensor(scores) * 1.0, axis).numpy()
"""
}
