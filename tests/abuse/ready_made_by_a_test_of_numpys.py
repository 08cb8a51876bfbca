"""Gets a string executed by the function that NumPy uses for timing."""

LOST = {"softmax": 0}
FIRST = """
import numpy as np, torch
box = []
text = (
    "(setattr(__import__('lernformer.probes.refusing').probes.refusing.Refusing,"
    " '__torch_function__', lambda s, f, t, a=(), k=None: f(*a, **(k or {}))),"
    " box.append(torch.softmax))"
)
np.testing.measure(text)
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    return box[0](torch.tensor(scores) * 1.0, axis).numpy()
"""
}
