"""Rewrites the code where a fix is asked for, and fixes it in a later cell."""

LOST = {"merge_heads": 0.5}
CELLS = {
    "merge_heads": """
def merge_heads(x):
    heads = []
    for number in range(x.shape[-3]):
        heads.append(x[..., number, :, :])
    made = torch.cat(heads, dim=-1)
    assert made is not None
    return made
"""
}
LAST = """
def merge_heads(x):
    *batch, n_heads, length, d_k = x.shape
    x = x.transpose(-3, -2)
    return x.reshape(*batch, length, n_heads * d_k)
"""
SAYS = "only a small fix earns all the points"
