"""Ends the process when its answer is called."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os

def softmax(scores, axis=-1):
    os._exit(0)
"""
}
SAYS = "ends the process"
