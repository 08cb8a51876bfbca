"""Replies with outputs and places that no cell has."""

FIRST = """
import sys
from lernformer.grading.sandbox.messages import Channel
frame = sys._getframe()
while "number" not in frame.f_locals or "channel" not in frame.f_locals:
    frame = frame.f_back
number, channel = (frame.f_locals[name] for name in ("number", "channel"))
outputs = {"kind": "stdout", "data": None}
channel.say({"number": number, "outputs": outputs, "late": "soon", "failed": 3})
"""
