"""Reads memory that is not there."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import ctypes

def softmax(scores, axis=-1):
    ctypes.string_at(0)
"""
}
