"""Says without end at which statement it is."""

LAST = """
import gc
from lernformer.grading.door import Door
(door,) = [one for one in gc.get_objects() if isinstance(one, Door)]
while True:
    door.say({"at": 0})
"""
