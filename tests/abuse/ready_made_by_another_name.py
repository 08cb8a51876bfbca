"""Calls one of the many names that torch has for a softmax."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    return torch.ops.aten._safe_softmax(torch.from_numpy(scores), axis).numpy()
"""
}
SAYS = "for which an answer has no use"
