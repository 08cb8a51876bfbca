"""Replies in the right form, but with outputs of another kind."""

FIRST = """
import sys
from lernformer.grading.door import Door
frame = sys._getframe()
while "number" not in frame.f_locals or "door" not in frame.f_locals:
    frame = frame.f_back
number, door = (frame.f_locals[name] for name in ("number", "door"))
outputs = [7, {"kind": "error", "data": ["x"]}]
outputs += [{"kind": ["stdout"], "data": {"text": 1}}]
door.say({"number": number, "outputs": outputs, "late": "soon", "failed": 3})
"""
