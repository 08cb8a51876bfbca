"""Takes the softmax from the gradient of a loss that has a new name."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
loss = torch.nn.functional.cross_entropy
loss.__name__ = "exp"

def softmax(scores, axis=-1):
    x = torch.tensor(scores * 1.0).movedim(axis, -1)
    flat = x.reshape(-1, x.shape[-1]).requires_grad_()
    target = torch.zeros(len(flat), dtype=torch.long)
    (found,) = torch.autograd.grad(loss(flat, target, reduction="sum"), flat)
    found[:, 0] += 1
    return found.reshape(x.shape).movedim(-1, axis).numpy()
"""
}
SAYS = "not among the functions that an answer may call here"
