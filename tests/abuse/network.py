"""Asks another machine, and this one, for the answers."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import socket

reached = []
for address in (("127.0.0.1", 22), ("127.0.0.1", 8000), ("192.0.2.1", 80)):
    try:
        reached.append(socket.create_connection(address, 1))
    except OSError:
        pass

def softmax(scores, axis=-1):
    return scores
"""
}
LAST = "print('reached', reached)"
SHOWS = "reached []"
