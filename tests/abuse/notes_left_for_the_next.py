"""Leaves notes in files, queues and segments that others could read, and reads them."""

FIRST = """
import ctypes, glob, os, sys
import lernformer
libc = ctypes.CDLL(None)
left = []
shared = ["/", "/dev", "/dev/pts", "/proc/sys/kernel", "/run", "/run/aside", "/usr"]
shared += [os.path.dirname(lernformer.__file__), sys.prefix]
for place in shared:
    try:
        open(os.path.join(place, "note"), "w").write("right code")
        left.append(place)
    except OSError:
        pass
for path in [lernformer.__file__, sys.executable, "/proc/self/oom_score_adj"]:
    for change in (
        lambda: os.utime(path, (12, 34)),
        lambda: os.setxattr(path, "user.note", b"right code"),
        lambda: open(path, "r+").close(),
    ):
        before = os.stat(path).st_mtime
        try:
            change()
        except OSError:
            continue
        if os.stat(path).st_mtime != before or "r+" in change.__code__.co_consts:
            left.append(path)
for call in ((29, 1234, 4096, 0o1666), (68, 1234, 0o1666), (64, 1234, 1, 0o1666)):
    if os.uname().machine == "x86_64" and libc.syscall(*call) >= 0:
        left.append(call)
left += glob.glob("/tmp/note*") + glob.glob("/dev/shm/*")
for place in ("/tmp", "/dev/shm"):  # its own, and gone when the next one comes
    try:
        open(f"{place}/note", "w").write("right code")
    except OSError:
        pass
print("left", left)
"""
SHOWS = "left []"
