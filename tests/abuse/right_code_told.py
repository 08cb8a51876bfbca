"""Leaks the right code of an earlier task, given in place of a wrong answer."""

LOST = {"scaled_dot_product_attention": 0, "MultiHeadAttention": 0}
CELLS = {
    "scaled_dot_product_attention": """
def attention_weights(q, k, mask=None):
    return q @ k.transpose(-2, -1)

def scaled_dot_product_attention(q, k, v, mask=None):
    weights = attention_weights(q, k, mask)
    return weights @ v, weights
""",
    "MultiHeadAttention": """
import dis

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        own = scaled_dot_product_attention.__module__ == "__main__"
        code = dis.Bytecode(scaled_dot_product_attention).dis()
        raise type("Told", (ValueError,), {})("mine" if own else "the" + "irs: " + code)
""",
}
HIDES = "theirs"
