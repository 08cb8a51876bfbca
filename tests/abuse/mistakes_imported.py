"""Imports the catalogue of mistakes, in which right computations could stand."""

LOST = {"scaled_dot_product_attention": 0}
CELLS = {
    "scaled_dot_product_attention": """
from lernformer.mistakes.attention.scaled_dot_product_attention import attend

def scaled_dot_product_attention(q, k, v, mask=None):
    return attend(q, k, v, mask)
"""
}
