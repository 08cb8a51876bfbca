"""Reveals the same by the signal that kills it, and only for hidden cases."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os, signal

def softmax(scores, axis=-1):
    os.kill(os.getpid(), signal.SIGUSR1)
"""
}
SAYS = "ends the process that runs it"
HIDES = "138"
