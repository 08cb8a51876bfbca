"""Replies with outputs and places that no cell has."""

FIRST = """
import sys
from lernformer.grading.door import Door
frame = sys._getframe()
while "number" not in frame.f_locals or "door" not in frame.f_locals:
    frame = frame.f_back
number, door = (frame.f_locals[name] for name in ("number", "door"))
outputs = {"kind": "stdout", "data": None}
door.say({"number": number, "outputs": outputs, "late": "soon", "failed": 3})
"""
