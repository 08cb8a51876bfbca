"""Leaves words in the kernel's keyrings, and reads the words that others left there."""

FIRST = """
import ctypes, platform
libc = ctypes.CDLL(None)
add_key, request_key, keyctl = {
    "x86_64": (248, 249, 250), "aarch64": (217, 218, 219)
}[platform.machine()]
left = []
for ring in (-1, -2, -3, -4, -5, -7):  # of the thread, process, session, user
    if libc.syscall(add_key, b"user", b"note", b"right code", 10, ring) > 0:
        left.append(("added", ring))
    room = ctypes.create_string_buffer(1000)
    if libc.syscall(keyctl, 11, ring, room, 1000) > 0:
        left.append(("read", ring))
    if libc.syscall(keyctl, 22, -1, ring) > 0:
        left.append(("persistent", ring))
if libc.syscall(request_key, b"user", b"note", None, -3) > 0:
    left.append("requested")
try:
    left += open("/proc/keys").read().split("\\\\n")[:-1]
except OSError:
    pass
print("left", left)
"""
SHOWS = "left []"
