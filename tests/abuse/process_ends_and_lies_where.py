"""Ends the process again and again, and lies about the statement that did it."""

FIRST = """
import gc, os
from lernformer.grading.sandbox.messages import Channel
for channel in [one for one in gc.get_objects() if isinstance(one, Channel)]:
    channel.say({"at": 10**9})
os._exit(0)
"""
