"""Calls exit() in a cell and in an answer."""

LOST = {"softmax": 0}
FIRST = "exit()"
CELLS = {
    "softmax": """
import sys

def softmax(scores, axis=-1):
    sys.exit(0)
"""
}
