"""Reports without end which statement it has reached."""

LAST = """
import gc
from lernformer.grading.sandbox.messages import Channel
(channel,) = [one for one in gc.get_objects() if isinstance(one, Channel)]
while True:
    channel.say({"at": 0})
"""
