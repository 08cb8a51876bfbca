"""Binds the name to its own code after the fixed definition."""

LOST = {"merge_heads": 0.5}
CELLS = {
    "merge_heads": """
def again(x):
    return torch.cat(list(x.unbind(-3)), dim=-1)

def merge_heads(x):
    *batch, n_heads, length, d_k = x.shape
    x = x.transpose(-3, -2)
    return x.reshape(*batch, length, n_heads * d_k)

merge_heads = again
"""
}
SAYS = "only a small fix earns all the points"
