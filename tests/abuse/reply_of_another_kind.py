"""Replies in the right form, but with outputs of the wrong kind."""

FIRST = """
import sys
from lernformer.grading.sandbox.messages import Channel
frame = sys._getframe()
while "number" not in frame.f_locals or "channel" not in frame.f_locals:
    frame = frame.f_back
number, channel = (frame.f_locals[name] for name in ("number", "channel"))
outputs = [7, {"kind": "error", "data": ["x"]}]
outputs += [{"kind": ["stdout"], "data": {"text": 1}}]
channel.say({"number": number, "outputs": outputs, "late": "soon", "failed": 3})
"""
