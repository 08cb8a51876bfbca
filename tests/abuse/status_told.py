"""Reveals by its exit status what it has seen of hidden cases."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os

def softmax(scores, axis=-1):
    os._exit(77)
"""
}
SAYS = "ends the process that runs it"
HIDES = "77"
