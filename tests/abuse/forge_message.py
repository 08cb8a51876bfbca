"""Writes what looks like a reply with full marks straight into the connection."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os
from lernformer.grading.sandbox.messages import pack

def softmax(scores, axis=-1):
    os.write(3, pack({"defined": True, "passed": True, "score": 1.0, "seen": []}))
    return scores
"""
}
