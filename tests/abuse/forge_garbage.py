"""Writes random bytes into the connection."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os

def softmax(scores, axis=-1):
    os.write(3, os.urandom(1000))
    return np.exp(scores) / np.exp(scores).sum(axis, keepdims=True)
"""
}
