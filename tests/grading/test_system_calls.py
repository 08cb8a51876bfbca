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
from lernformer.grading.sandbox.killable import in_child

HEADERS = (
    Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    Path("/usr/include/asm-generic/unistd.h"),
)
# Each reaches beyond a submission: another process, a key, the network, the kernel.
CALLS = Path(__file__).with_name("system_calls.txt").read_text("utf-8")
FORBIDDEN = {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", CALLS)}
# Some calls are allowed, but not with arguments like these.
REACHING = re.findall(r"^(\d+)\((.*)\) = (E\w+)", CALLS, re.M)


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
    numbers = {name: number for name, number in ours(column).items() if name in true}
    assert numbers == {name: true[name] for name in numbers}
    assert len(numbers) > 100


def behind_the_filter(attempt, names: bool = True) -> str:
    """What an attempt returns in a child with few allowed calls."""

    def filtered() -> str:
        system_calls.allow_only_these(owners=True, names=names)
        return attempt()

    return in_child(filtered, 60)


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
@pytest.mark.parametrize(("number", "arguments", "error"), REACHING)
def test_an_argument_that_reaches_out_is_refused(number, arguments, error):
    libc = ctypes.CDLL(None, use_errno=True)
    given = [int(x, 0) for x in (number, *arguments.split(", "))]

    def attempt():
        ctypes.set_errno(0)
        return f"{libc.syscall(*given)} {ctypes.get_errno()}"

    assert behind_the_filter(attempt) == f"-1 {vars(errno)[error]}"


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
            echoed = subprocess.run(["echo", "hello"], capture_output=True, text=True)
            return echoed.stdout + str(sorted(os.listdir(folder)))

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
