"""Ends the process again and again, each time at another statement, as it says."""

FIRST = """
import gc, os
from lernformer.grading.sandbox.messages import Channel
for channel in [one for one in gc.get_objects() if isinstance(one, Channel)]:
    channel.say({"at": 10**9})
os._exit(0)
"""
