"""Landlock and seccomp for one submission: the wall where there is no bubblewrap.

Runs inside of the sandbox, in a process that the zygote has forked. Landlock lets it
see some folders and write one; seccomp takes from it the system calls that reach past
files: the network, other processes, the kernel's more exotic doors. There are no
namespaces, so its files lie on the disk and its keeper ends what it has started. See
landlock(7), seccomp(2).
"""

import contextlib
import ctypes
import os
import struct
from dataclasses import replace

from lernformer.grading.namespaces import (
    PR_SET_NO_NEW_PRIVS,
    Limits,
    call,
    processes,
    restrict,
)

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # system calls
GIVE_VERSION = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, OF_DEVICES = 1 << 14, 1 << 15
TO_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | OF_DEVICES  # the rest: folders
ALL_RIGHTS = {3: (1 << 15) - 1, 5: (1 << 16) - 1}  # by the version that brought them
NO_TCP = 3
NO_SIGNALS_OR_SOCKETS_OUT = 3
DEVICES = {
    "/dev/null": READ_FILE | WRITE_FILE,
    "/dev/zero": READ_FILE,
    "/dev/random": READ_FILE,
    "/dev/urandom": READ_FILE,
}

PR_SET_SECCOMP, FILTER = 22, 2
LOAD, EQUAL, ANY_BIT, AT_LEAST, RETURN = 0x20, 0x15, 0x45, 0x35, 0x06  # of BPF
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # where they stand in seccomp_data
ALLOW, ERROR, KILL = 0x7FFF0000, 0x00050000, 0x80000000
EPERM, ENOSYS = 1, 38

# System calls by their numbers on x86_64 and aarch64 (None: there is no such call).
REFUSED = {
    # the network, and sockets of programs that would do something for us
    "socket": (41, 198), "connect": (42, 203),
    # other processes
    "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "kcmp": (312, 272), "setpriority": (141, 140),
    "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274),
    "ioprio_set": (251, 30), "pidfd_send_signal": (424, 424), "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440),
    # memory that outlives who made it
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186),
    "mq_open": (240, 180),
    # other views of the machine
    "chroot": (161, 51), "pivot_root": (155, 41), "mount": (165, 40),
    "umount2": (166, 39), "unshare": (272, 97), "setns": (308, 268),
    "open_by_handle_at": (304, 265), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fspick": (433, 433),
    "mount_setattr": (442, 442),
    # doors of the kernel that no exercise needs
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "personality": (135, 92), "perf_event_open": (298, 241), "bpf": (321, 280),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
}  # fmt: skip
# Landlock does not guard these, and whose files they are told of may be the
# instructor's: they do nothing and say that all went well.
IDLE = {
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "chown": (92, None), "fchown": (93, 55),
    "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None),
    "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
}  # fmt: skip
# Refused only with some first arguments: flags that make namespaces, another process.
DEPENDING = {"clone": (56, 220, 0x7E020000), "prlimit64": (302, 261, 0xFFFFFFFF)}
CLONE3 = 435  # its flags lie in memory, where a filter cannot look: not there
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # for seccomp
FOREIGN = 0x40000000  # the other table of numbers of x86_64

libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """Of the kernel's Landlock; 0 where there is none."""
    return max(0, libc.syscall(CREATE_RULESET, None, 0, GIVE_VERSION))


def missing() -> str:
    """Why this wall cannot be built here; empty if it can."""
    machine, found = os.uname().machine, version()
    # Other users are kept from the class by their number, or else by signals' scope.
    needed = 3 if os.geteuid() == 0 else 6
    if machine not in ARCHITECTURES:
        return f"the filter of system calls knows no {machine}"
    if found < needed:
        return f"the kernel's Landlock has version {found}, below {needed}"
    return ""


def settle(limits: Limits, uid: int, view: dict[str, list[str]], home: str) -> None:
    """Give up all rights but to read the view and to write to ``home``.

    Args:
        limits: what this process and its children may use.
        uid: where this process is root, the user that it becomes.
        view: paths to ``read``, with all beneath, and folders to ``list``.
        home: the only folder that can be written.

    Raises:
        OSError: if that cannot be had.
    """
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    elif limits.processes is not None:  # the kernel counts the user's other ones too
        others = _threads_of(os.getuid())
        limits = replace(limits, processes=limits.processes + others)
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    rights = dict.fromkeys(view["list"], READ_DIR)
    rights |= dict.fromkeys([*view["read"], "/proc/self"], EXECUTE | READ_FILE)
    rights = {path: right | READ_DIR for path, right in rights.items()}
    _see_only(rights | DEVICES | {home: _all_rights()})
    restrict(limits)
    _filter_calls()


def _all_rights() -> int:
    return ALL_RIGHTS[3 if version() < 5 else 5]


def _see_only(rights: dict[str, int]) -> None:
    """Landlock: deny all files but for some rights, by path."""
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
            words = (
                "a user without rights, as whom root runs a submission, cannot reach"
            )
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
    """How many this user has already."""
    count = 0
    for process in processes():
        with contextlib.suppress(OSError):
            path = f"/proc/{process}/task"
            if os.stat(path).st_uid == user:
                count += len(os.listdir(path))
    return count


def _filter_calls() -> None:
    """seccomp: refuse the calls above, whoever makes them from here."""
    machine = os.uname().machine
    column = list(ARCHITECTURES).index(machine)
    program: list[tuple[int, int, int, int]] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, ARCHITECTURES[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, FOREIGN),
        (RETURN, 0, 0, KILL),
        (EQUAL, 0, 1, CLONE3),
        (RETURN, 0, 0, ERROR | ENOSYS),
    ]
    for calls, error in ((REFUSED, EPERM), (IDLE, 0)):
        for numbers in calls.values():
            if (refused := numbers[column]) is not None:
                program += [
                    (EQUAL, 0, 1, refused),
                    (RETURN, 0, 0, ERROR | error),
                ]
    for *depending, bits in DEPENDING.values():
        program += [
            (EQUAL, 0, 4, depending[column]),
            (LOAD, 0, 0, FIRST_ARGUMENT),
            (ANY_BIT, 0, 1, bits),
            (RETURN, 0, 0, ERROR | EPERM),
            (RETURN, 0, 0, ALLOW),
        ]
    program += [(RETURN, 0, 0, ALLOW)]
    code = b"".join(struct.pack("=HBBI", *line) for line in program)
    held = ctypes.create_string_buffer(code, len(code))
    whole = struct.pack("@HP", len(program), ctypes.addressof(held))
    call("prctl", PR_SET_SECCOMP, FILTER, whole, 0, 0)
