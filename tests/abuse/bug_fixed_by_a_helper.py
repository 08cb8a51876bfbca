"""Leaves the code with the bug as it is, except for one line that calls its own."""

LOST = {"merge_heads": 0.5}
CELLS = {
    "merge_heads": """
def again(x):
    heads = []
    for number in range(x.shape[-3]):
        heads.append(x[..., number, :, :])
    width = len(heads)
    made = torch.cat(heads, dim=-1)
    assert width
    return made

def merge_heads(x):
    *batch, n_heads, length, d_k = x.shape
    return again(x)
"""
}
SAYS = "only a small fix earns all the points"
