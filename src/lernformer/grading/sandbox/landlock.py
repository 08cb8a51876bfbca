"""Sandboxes one submission with Landlock and seccomp, if there is no bubblewrap.

This runs in a process forked by the forkserver. Landlock lets the process see some
folders and write to one of them. `system_calls` refuses whatever reaches beyond files.
Because there are no namespaces, the submission's files are on the disk, and its
supervisor has to end its processes. See landlock(7).
"""

import contextlib
import ctypes
import os
import struct
from dataclasses import replace

from lernformer.grading.sandbox import namespaces, system_calls
from lernformer.grading.sandbox.limits import Limits

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # system calls
GIVE_VERSION = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, OF_DEVICES = 1 << 14, 1 << 15
TO_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | OF_DEVICES  # the rest: folders
ALL_RIGHTS = {3: (1 << 15) - 1, 5: (1 << 16) - 1}  # by the version that added them
NO_TCP = 3
NO_SIGNALS_OR_SOCKETS_OUT = 3
DEVICES = {
    "/dev/null": READ_FILE | WRITE_FILE,
    "/dev/random": READ_FILE,
    "/dev/urandom": READ_FILE,
}

libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """Return the version of the kernel's Landlock, or 0 if there is none."""
    return max(0, libc.syscall(CREATE_RULESET, None, 0, GIVE_VERSION))


def missing() -> str:
    """Return why Landlock can't be used here, or an empty string."""
    machine, found = os.uname().machine, version()
    # Root runs submissions as a different user. Others need Landlock to block signals.
    needed = 3 if os.geteuid() == 0 else 6
    if not system_calls.known():
        return f"the filter of system calls doesn't know {machine}"
    if found < needed:
        return f"the kernel's Landlock has version {found}, below {needed}"
    return ""


def settle(
    limits: Limits, uid: int, view: dict[str, list[str]], home: str, bare: bool
) -> None:
    """Give up all rights except to read what is in the view and write to ``home``.

    Root becomes the user ``uid``. The view has two lists. ``read`` has the paths that
    can be read, with everything in them, and ``list`` has the folders that can be
    listed. A ``bare`` process can see no file at all.

    Raises:
        OSError: if the kernel refuses.
    """
    namespaces.go_first()
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    elif limits.processes is not None:  # the limit includes the user's other processes
        others = _threads_of(os.getuid())
        limits = replace(limits, processes=limits.processes + others)
    namespaces.call("prctl", namespaces.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    rights = dict.fromkeys(view["list"], READ_DIR)
    rights |= dict.fromkeys([*view["read"], "/proc/self"], EXECUTE | READ_FILE)
    rights = {path: right | READ_DIR for path, right in rights.items()}
    _see_only(rights | DEVICES | {home: _all_rights()})
    namespaces.restrict(limits)
    system_calls.allow_only_these(owners=False, names=not bare)


def _all_rights() -> int:
    return ALL_RIGHTS[3 if version() < 5 else 5]


def _see_only(rights: dict[str, int]) -> None:
    """Make Landlock deny all access to files except these rights, keyed by path."""
    found = version()
    handled = [_all_rights(), NO_TCP, NO_SIGNALS_OR_SOCKETS_OUT]
    handled = handled[: 1 if found < 4 else 2 if found < 6 else 3]
    attributes = struct.pack(f"={len(handled)}Q", *handled)
    ruleset = _system_call(CREATE_RULESET, attributes, len(attributes), 0)
    for path, right in rights.items():
        try:
            there = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        except PermissionError as error:
            words = "root runs submissions as an unprivileged user, who cannot reach"
            raise PermissionError(f"{words} {path}") from error
        if not os.path.isdir(path):
            right &= TO_FILES
        rule = struct.pack("=Qi", right & handled[0], there)
        _system_call(ADD_RULE, ruleset, 1, rule, 0)
        os.close(there)
    _system_call(RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _system_call(number: int, *args: object) -> int:
    result = libc.syscall(number, *args)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"landlock ({number}): {os.strerror(code)}")
    return result


def _threads_of(user: int) -> int:
    """Return the number of threads that this user already has."""
    count = 0
    for process in namespaces.processes():
        with contextlib.suppress(OSError):
            path = f"/proc/{process}/task"
            if os.stat(path).st_uid == user:
                count += len(os.listdir(path))
    return count
