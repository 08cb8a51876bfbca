"""Takes the softmax from the gradient of a function that isn't a softmax."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    x = torch.tensor(scores * 1.0, requires_grad=True)
    torch.logsumexp(x, axis).sum().backward()
    return x.grad.numpy()
"""
}
SAYS = "not among the functions that an answer may call here"
