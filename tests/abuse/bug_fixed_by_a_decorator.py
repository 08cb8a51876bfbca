"""Decorates the fixed definition with a decorator that returns its own code."""

LOST = {"merge_heads": 0.5}
CELLS = {
    "merge_heads": """
def instead(function):
    return lambda x: torch.cat(list(x.unbind(-3)), dim=-1)

@instead
def merge_heads(x):
    *batch, n_heads, length, d_k = x.shape
    x = x.transpose(-3, -2)
    return x.reshape(*batch, length, n_heads * d_k)
"""
}
SAYS = "only a small fix earns all the points"
