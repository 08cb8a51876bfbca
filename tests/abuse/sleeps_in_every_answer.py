"""Sleeps and computes nothing, because that takes time, too."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import time

def softmax(scores, axis=-1):
    time.sleep(1000)
"""
}
SAYS = "still running"
