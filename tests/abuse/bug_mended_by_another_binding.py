"""Binds the name to code of its own after the mended definition."""

LOST = {"merge_heads": 0.5}
CELLS = {
    "merge_heads": """
def anew(x):
    return torch.cat(list(x.unbind(-3)), dim=-1)

def merge_heads(x):
    *batch, n_heads, length, d_k = x.shape
    x = x.transpose(-3, -2)
    return x.reshape(*batch, length, n_heads * d_k)

merge_heads = anew
"""
}
SAYS = "only a small fix earns all the points"
