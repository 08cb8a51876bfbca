"""Calls functions of the chapter's module that aren't tasks."""

LOST = {"scaled_dot_product_attention": 0}
CELLS = {
    "scaled_dot_product_attention": """
from lernformer.attention import attention_weights as weigh

def scaled_dot_product_attention(q, k, v, mask=None):
    weights = weigh(q, k, mask)
    return weights @ v, weights
"""
}
