"""Gets a string executed by a module that a different module has imported."""

LOST = {"softmax": 0}
FIRST = """
import numpy as np, torch
import enum

box = []
text = (
    "(setattr(__import__('lernformer.probes.refusing').probes.refusing.Refusing,"
    " '__torch_function__', lambda s, f, t, a=(), k=None: f(*a, **(k or {}))),"
    " box.append(torch.softmax))"
)
enum.bltns.eval(text)
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    return box[0](torch.tensor(scores) * 1.0, axis).numpy()
"""
}
SAYS = "for which an answer has no use"
