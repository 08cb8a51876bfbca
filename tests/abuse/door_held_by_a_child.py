"""Leaves a child process that holds the channel open and forges messages."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os, time

import lernformer.probes.refusing as watch

def softmax(scores, axis=-1):
    watch._shut.clear()  # nobody refuses any more
    if os.fork() == 0:
        while True:
            os.write(3, b"\\x00" * 1000)
            time.sleep(0.01)
    os._exit(0)
"""
}
