"""Tries to become root, and to make namespaces in which it would be root."""

FIRST = """
import ctypes, os
libc = ctypes.CDLL(None)
gained = []
for flags in (0x10000000, 0x00020000, 0x20000000):
    if libc.unshare(flags) == 0:
        gained.append(hex(flags))
try:
    os.setuid(0)
    gained.append("root")
except OSError:
    pass
if libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0:
    gained.append("mount")
print("gained", gained)
"""
SHOWS = "gained []"
