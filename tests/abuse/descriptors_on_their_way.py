"""Sends descriptors into sockets that nobody reads, where they cannot be counted."""

FIRST = """
import os, socket
sent = 0
for _ in range(50):
    one, other = socket.socketpair()
    try:
        while sent < 10_000:
            file = os.open("kept", os.O_RDWR | os.O_CREAT)
            os.truncate(file, 2**20)
            socket.send_fds(one, [b"x"], [file])
            os.close(file)
            os.unlink("kept")
            sent += 1
    except OSError:
        os.close(file)
print("sent", sent)
"""
SHOWS = "sent 0"
