"""What a sandbox must not let through, tried from inside."""

from lernformer.grading.limits import Limits

ATTEMPT = """
import contextlib, ctypes, json, os, socket, sys, time

broken = []

def must_fail(what, attempt):
    try:
        attempt()
    except (Exception, SystemExit):
        return
    broken.append(what)

def read(path):
    return os.listdir(path)[0] if os.path.isdir(path) else open(path).close()

here = ("127.0.0.1", {port})
must_fail("reached the network", lambda: socket.create_connection(here, 2))
for path in {private}:
    must_fail(f"saw {{path}}", lambda: read(path))
for path in {outside}:
    must_fail(f"wrote {{path}}", lambda: open(path, "w").close())
with contextlib.suppress(OSError):
    open({temporary!r}, "w").close()
must_fail("saw the solution", lambda: open(
    sys.modules["lernformer"].__path__[0] + "/grading/judge.py"))
if os.geteuid() == 0:
    broken.append("runs as root")
status = open("/proc/self/status").read()
if int(status.split("CapEff:")[1].split()[0], 16):
    broken.append("has capabilities")
libc = ctypes.CDLL(None)
if libc.unshare(0x10000000) == 0:
    broken.append("makes namespaces")
must_fail("takes all memory", lambda: bytearray({memory} + 1))
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
else:
    broken.append("makes as many processes as it likes")
print(json.dumps(broken))
"""


def attempt(
    port: int, private: list[str], outside: list[str], temporary: str, limits: Limits
) -> str:
    """Code that tries the walls and prints which of them do not hold.

    Args:
        port: where a server of this machine listens.
        private: files and folders that must not be seen.
        outside: files that must not be made.
        temporary: a file that may be made, but must not appear outside.
        limits: those that must hold.
    """
    return ATTEMPT.format(
        port=port,
        private=private,
        outside=outside,
        temporary=temporary,
        memory=limits.memory,
        processes=limits.processes,
    )
