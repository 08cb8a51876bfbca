"""Imports the catalogue of mistakes, which might contain right computations."""

LOST = {"scaled_dot_product_attention": 0}
CELLS = {
    "scaled_dot_product_attention": """
from lernformer.mistakes.attention.scaled_dot_product_attention import right

def scaled_dot_product_attention(q, k, v, mask=None):
    return right(q, k, v, mask)
"""
}
