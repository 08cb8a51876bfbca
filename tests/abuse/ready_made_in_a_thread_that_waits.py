"""Starts a thread beforehand, which computes whatever an answer puts into a box."""

LOST = {"softmax": 0}
FIRST = """
import threading, time
import torch

box = {}

def work():
    while True:
        if "asked" in box:
            x, axis = box.pop("asked")
            box["told"] = torch.softmax(torch.tensor(x) * 1.0, axis).numpy()
        time.sleep(0.001)

threading.Thread(target=work, daemon=True).start()
"""
CELLS = {
    "softmax": """
import time

def softmax(scores, axis=-1):
    box["asked"] = scores, axis
    while "told" not in box:
        time.sleep(0.001)
    return box.pop("told")
"""
}
