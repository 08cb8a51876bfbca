"""Code that tries to break out of a sandbox, to test that the sandbox holds."""

from lernformer.grading.sandbox.limits import Limits

ATTEMPT = """
import contextlib, ctypes, json, os, socket, sys, time

tried = []
libc = ctypes.CDLL(None)

def refused(attempt):
    try:
        attempt()
    except (Exception, SystemExit):
        return True
    return False

def must_fail(what, attempt):
    tried.append((what, refused(attempt)))

def must_be_refused(what, on_x86_64, on_aarch64, *arguments):
    number = on_x86_64 if os.uname().machine == "x86_64" else on_aarch64
    tried.append((what, libc.syscall(number, *arguments) < 0))

def read(path):
    return os.listdir(path)[0] if os.path.isdir(path) else open(path).close()

def write(path):
    open(path, "w").close()

here = ("127.0.0.1", {port})
must_fail("reach the network", lambda: socket.create_connection(here, 2))
must_fail("make a socket", lambda: socket.socket(socket.AF_UNIX))
for path in {private}:
    must_fail(f"see {{path}}", lambda: read(path))
for path in {outside}:
    must_fail(f"write {{path}}", lambda: write(path))
with contextlib.suppress(OSError):
    write({temporary!r})
must_fail("see the solution", lambda: open(
    sys.modules["lernformer"].__path__[0] + "/grading/judge/examiner.py"))
tried.append(("be root", os.geteuid() != 0))
status = open("/proc/self/status").read()
rights = int(status.split("CapEff:")[1].split()[0], 16)
tried.append(("have capabilities", not rights))
must_be_refused("make namespaces", 272, 97, 0x10000000)
must_be_refused("look into another process", 101, 117, 16, os.getppid(), 0, 0)
must_be_refused("read another process", 310, 270, os.getppid(), 0, 0, 0, 0, 0)
must_be_refused("keep a key", 248, 217, b"user", b"lernformer", b"x", 1, -2)
must_be_refused("join a keyring", 250, 219, 1, None)
must_be_refused("queue for the kernel (io_uring)", 425, 425, 1, bytes(200))
must_be_refused("load a program into the kernel", 321, 280, 0, bytes(200), 200)
must_be_refused("catch page faults", 323, 282, 0)
must_be_refused("measure the processor", 298, 241, bytes(200), 0, -1, -1, 0)
must_be_refused("hold memory in nameless files", 319, 279, b"lernformer", 0)
must_be_refused("share memory by its key", 29, 194, 4711, 4096, 0o1600)
must_be_refused("watch files", 294, 26, 0)
must_fail("see what process 1 holds", lambda: os.listdir("/proc/1/fd"))
must_fail("be spared when memory is short",
    lambda: open("/proc/self/oom_score_adj", "w").write("0"))
must_fail("take all memory", lambda: bytearray({memory} + 1))
children = 0
for _ in range({processes} + 50):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        time.sleep(600)
        os._exit(0)
    children += 1
tried.append(("make as many processes as it likes", children < {processes} + 50))
print(json.dumps(tried))
"""


# The supervisor must stop both of these, whatever name a process gives itself.
NAMELESS = """
import ctypes, os, time

ctypes.CDLL(None).prctl(15, bytes([255, 254, 253]), 0, 0, 0)
"""
HOLD = f"""{NAMELESS}
for _ in range(6):
    if os.fork() == 0:
        kept = b"x" * {{part}}
        time.sleep(600)
time.sleep(600)
"""
COMPUTE = f"""{NAMELESS}
os.fork()
while True:
    pass
"""

# For a process that will know hidden cases.
BARE = """
import json, os

seen = [place for place in {places} if os.path.exists(place)]
print(json.dumps([("see files where it knows hidden cases", not seen)]))
"""


def attempt(
    port: int, private: list[str], outside: list[str], temporary: str, limits: Limits
) -> str:
    """Return code that tries to break out, and prints whether each attempt was refused.

    The code may create the temporary file, but the file must not appear outside.
    """
    return ATTEMPT.format(
        port=port,
        private=private,
        outside=outside,
        temporary=temporary,
        memory=limits.memory,
        processes=limits.processes,
    )
