"""Announces a message of four gigabytes."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os

def softmax(scores, axis=-1):
    os.write(3, b"\\xff" * 8)
    return scores
"""
}
