"""Uses NumPy to write a module, and imports it."""

LOST = {"softmax": 0}
FIRST = """
import numpy as np, torch
import sys, tempfile

box = []
text = (
    "(setattr(__import__('lernformer.probes.refusing').probes.refusing.Refusing,"
    " '__torch_function__', lambda s, f, t, a=(), k=None: f(*a, **(k or {}))),"
    " box.append(torch.softmax))"
)
folder = tempfile.gettempdir()
np.savetxt(f"{folder}/written.py", np.zeros(0), header=text, comments="")
sys.path.append(folder)
import written
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    return box[0](torch.tensor(scores) * 1.0, axis).numpy()
"""
}
