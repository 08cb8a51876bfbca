"""Claims that a ready-made function belongs to the course."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    return torch.softmax(torch.from_numpy(scores), axis).numpy()

softmax.__module__ = "lernformer.attention"
"""
}
SAYS = "which does this task's work"
