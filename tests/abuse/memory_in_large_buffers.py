"""Asks for buffers larger than the usual ones, which are counted."""

FIRST = """
import socket

pair = socket.socketpair()
for option in (socket.SO_SNDBUF, socket.SO_RCVBUF, 32, 33):
    try:
        pair[0].setsockopt(socket.SOL_SOCKET, option, 2**30)
    except PermissionError:
        print("refused", end=" ")
"""
SHOWS = "refused refused refused refused"
