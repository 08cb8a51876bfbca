"""Is right, and also draws, times, logs, starts threads and writes files."""

FIRST = """
import logging, threading, time, timeit, json, pathlib, tempfile
import matplotlib.pyplot as plt
logging.basicConfig(level="DEBUG")
logging.info("begins")
plt.plot([1, 2]); plt.show()
workers = [threading.Thread(target=time.sleep, args=(0.1,)) for _ in range(8)]
[one.start() for one in workers], [one.join() for one in workers]
timeit.timeit("1 + 1", number=1000)
with tempfile.NamedTemporaryFile("w+") as file:
    json.dump({"a": 1}, file)
class A:
    def __del__(self):
        raise RuntimeError("ignored")
A()
raise RuntimeError("in a cell of my own")
"""
