"""The list of system calls: its numbers are true, and any other call is refused."""

import ctypes
import ctypes.util
import errno
import os
import re
import sys
from pathlib import Path

import pytest

from lernformer.grading.sandbox import system_calls

HEADERS = (
    Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    Path("/usr/include/asm-generic/unistd.h"),
)
# Each reaches beyond a submission: another process, a key, the network, the kernel.
CALLS = Path(__file__).with_name("system_calls.txt").read_text("utf-8")
FORBIDDEN = {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", CALLS)}


def ours(column: int) -> dict[str, int | None]:
    """The number of each call in our tables, for one kind of machine."""
    found = {}
    for table in ("ALLOWED", "SERVING", "OWNERS", "WITHOUT", "ADVICE", "CLONE3"):
        found |= vars(system_calls)[table]
    for table in ("CHOSEN", "WITHOUT_BITS", "SERVING_CHOSEN", "BUT_NOT"):
        chosen = vars(system_calls)[table]
        found |= {name: numbers for name, (numbers, *_) in chosen.items()}
    return {name: numbers[column] for name, numbers in found.items()}


def of_linux(column: int) -> dict[str, int]:
    if not HEADERS[column].exists():
        pytest.skip(f"NO HEADERS: {HEADERS[column]} is not there; numbers not compared")
    text = HEADERS[column].read_text("utf-8")
    pattern = r"#define __NR(?:3264)?_(\w+)\s+(\d+)"
    return {name: int(number) for name, number in re.findall(pattern, text)}


def of_libseccomp(column: int) -> dict[str, int]:
    path = ctypes.util.find_library("seccomp")
    if path is None:
        pytest.skip("NO LIBSECCOMP: its numbers were not compared")
    resolve = ctypes.CDLL(path).seccomp_syscall_resolve_name_arch
    resolve.restype = ctypes.c_int
    architecture = ctypes.c_uint32([*system_calls.ARCHITECTURES.values()][column])
    found = {name: resolve(architecture, name.encode()) for name in ours(column)}
    # an older library doesn't know the newest calls
    return {name: number for name, number in found.items() if number >= 0}


@pytest.mark.parametrize("table", [of_linux, of_libseccomp])
@pytest.mark.parametrize("column", range(2), ids=system_calls.ARCHITECTURES)
def test_the_numbers_are_those_of_independent_tables(column, table):
    true = table(column)
    told = {name: number for name, number in ours(column).items() if name in true}
    assert told == {name: true[name] for name in told}
    assert len(told) > 100


def behind_the_filter(attempt, names: bool = True) -> str:
    """What a forked child with few allowed calls returns."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        try:
            system_calls.allow_only_these(owners=True, names=names)
            os.write(writing, attempt().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as told:
        text = told.read()
    os.waitpid(child, 0)
    return text


linux = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine != "x86_64",
    reason="the numbers here are those of x86_64",
)


@linux
def test_a_call_that_is_not_on_the_list_is_refused():
    libc = ctypes.CDLL(None, use_errno=True)

    def attempt():
        allowed = []
        for name, number in FORBIDDEN.items():
            ctypes.set_errno(0)
            # If the kernel itself judged, it would be another error or a success.
            result = libc.syscall(number, -1, -1, -1, -1, -1)
            if result != -1 or ctypes.get_errno() != errno.EPERM:
                allowed.append(f"{name}: {ctypes.get_errno()}")
        return repr(allowed)

    assert behind_the_filter(attempt) == "[]"


@linux
@pytest.mark.parametrize(
    ("number", "arguments", "error"),
    [
        (53, (2, 1, 0), errno.EPERM),  # socketpair of the Internet
        (302, (1, 4, 0, 0), errno.EPERM),  # limits of process 1
        (72, (0, 6, 0), errno.EPERM),  # a lock
        (72, (0, 1031, 2**20), errno.EPERM),  # a longer pipe
        (16, (0, 0x5412, 0), errno.EPERM),  # types into a terminal
        (54, (0, 1, 7, 0, 4), errno.EPERM),  # SO_SNDBUF: a larger buffer
        (54, (0, 1, 8, 0, 4), errno.EPERM),  # SO_RCVBUF
        (54, (0, 1, 32, 0, 4), errno.EPERM),  # SO_SNDBUFFORCE
        (157, (4, 0, 0), errno.EPERM),
        (56, (0x10000000, 0), errno.EPERM),  # a namespace of users
        (28, (0, 0, 21), errno.EPERM),  # pages of a file that the kernel is to forget
        (435, (0, 0), errno.ENOSYS),
        (9, (0, 4096, 3, 0x21, -1, 0), errno.ENOMEM),
        (9, (0, 4096, 3, 0x40022, -1, 0), errno.EPERM),
        (188, (0, 0, 0, 0, 0), errno.ENOTSUP),
    ],
)
def test_an_argument_that_reaches_out_is_refused(number, arguments, error):
    libc = ctypes.CDLL(None, use_errno=True)

    def attempt():
        ctypes.set_errno(0)
        return f"{libc.syscall(number, *arguments)} {ctypes.get_errno()}"

    assert behind_the_filter(attempt) == f"-1 {error}"


@linux
def test_what_python_needs_is_there():
    def attempt():
        import shutil
        import socket
        import subprocess
        import tempfile
        import threading

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a")
            path.write_text("text")
            shutil.copy2(path, Path(folder, "b"))
            threading.Thread(target=lambda: None).start()
            socket.socketpair()
            said = subprocess.run(["echo", "hello"], capture_output=True, text=True)
            return said.stdout + str(sorted(os.listdir(folder)))

    assert behind_the_filter(attempt) == "hello\n['a', 'b']"


@linux
def test_without_names_no_file_is_found_and_all_else_goes_on():
    attempts = {
        "open": lambda: open(__file__).close(),
        "stat": lambda: os.stat(__file__),
        "chdir": lambda: os.chdir("/"),
        "mkdir": lambda: os.mkdir("/tmp/made-without-names"),
        "link": lambda: os.readlink("/proc/self/exe"),
        "run": lambda: os.execv(sys.executable, [sys.executable, "--version"]),
    }

    def attempt():
        found = []
        for name, one in attempts.items():
            try:
                one()
            except FileNotFoundError:
                continue
            found.append(name)
        return f"{found} {sum(bytearray(10))}"

    assert behind_the_filter(attempt, names=False) == "[] 0"
