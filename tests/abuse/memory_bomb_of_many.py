"""Takes memory in many processes, each of which keeps within its limit."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os, time

import lernformer.probes.refusing as watch

def softmax(scores, axis=-1):
    watch._shut.clear()  # nobody refuses any more
    for _ in range(6):
        if os.fork() == 0:
            held = np.ones(40_000_000)
            time.sleep(100)
    held = np.ones(40_000_000)
    time.sleep(100)
"""
}
SAYS = "of memory"
