"""Linux namespaces for one submission: own processes, network, mounts, users.

Runs inside of the sandbox, in a process that the zygote has forked. Python has no
names for these system calls before 3.12, so they are called through the C library.
See namespaces(7), user_namespaces(7), capabilities(7).
"""

import contextlib
import ctypes
import math
import os
import resource
from dataclasses import dataclass

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE = (
    2,
    4,
    8,
    0x1000,
    0x4000,
    0x40000,
)
PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 4, 38
SYS_CAPSET = {"x86_64": 126, "aarch64": 91}
CAPABILITY_VERSION_3 = 0x20080522

ASIDE = b"/run/aside"  # an empty folder in the sandbox

HOME = b"/run/home"  # of the zygote; each submission has its own in its place

libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Limits:
    """What one submission may use.

    Attributes:
        memory: bytes, of all its processes together.
        processes: processes and threads at one time; ``None`` sets no limit.
        file_size: bytes of one file.
        disk: bytes of all files in /tmp, which lie in memory.
        cpu: seconds of computing of one process.
    """

    memory: int = 3 * 2**30
    processes: int | None = 32
    file_size: int = 32 * 2**20
    disk: int = 64 * 2**20
    cpu: int = 300


def _call(name: str, *args) -> None:
    if getattr(libc, name)(*args) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def leave() -> None:
    """Let the children of this process begin in namespaces of their own."""
    flags = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    if os.geteuid() == 0:
        _call("unshare", flags)
    else:
        _new_user_namespace(flags)


def _new_user_namespace(flags: int = 0) -> None:
    """In a namespace of its own any user may mount and limit, and nowhere else."""
    uid, gid = os.geteuid(), os.getegid()
    _call("unshare", CLONE_NEWUSER | flags)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def settle(limits: Limits, uid: int) -> None:
    """As the first process of the new namespaces: own /proc and /tmp, then no rights.

    Args:
        limits: what this process and its children may use.
        uid: where this process is root, the user that it becomes.
    """
    _call("unshare", CLONE_NEWNS)
    _call("mount", None, b"/", None, MS_REC | MS_PRIVATE, None)
    flags = MS_NOSUID | MS_NODEV
    _call("mount", b"proc", b"/proc", b"proc", flags | MS_NOEXEC, None)
    room = f"size={limits.disk},mode=1777".encode()
    _own_tmp(flags, room)
    _call("mount", b"home", HOME, b"tmpfs", flags, room)
    _call("mount", b"shm", b"/dev/shm", b"tmpfs", flags, room)
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        _call("prctl", PR_SET_DUMPABLE, 1, 0, 0, 0)  # or /proc/self stays root's
        _new_user_namespace()
    # Nobody makes another namespace from here, which would bring back some rights.
    with open("/proc/sys/user/max_user_namespaces", "w") as file:
        file.write("0")
    _call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    _call("syscall", SYS_CAPSET[os.uname().machine], header, (ctypes.c_uint32 * 6)())
    restrict(limits)


def _own_tmp(flags: int, room: bytes) -> None:
    """An empty /tmp, but for what of Python or the course lies there."""
    visible = os.listdir(b"/tmp")
    if visible:
        _call("mount", b"/tmp", ASIDE, None, MS_BIND | MS_REC, None)
    _call("mount", b"tmp", b"/tmp", b"tmpfs", flags, room)
    for name in visible:
        os.mkdir(b"/tmp/" + name)
        there = ASIDE + b"/" + name
        _call("mount", there, b"/tmp/" + name, None, MS_BIND | MS_REC, None)


def restrict(limits: Limits) -> None:
    """Set what the kernel counts for each process."""
    for kind, most in (
        (resource.RLIMIT_DATA, limits.memory),
        (resource.RLIMIT_NPROC, limits.processes),
        (resource.RLIMIT_FSIZE, limits.file_size),
        (resource.RLIMIT_CPU, limits.cpu),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_CORE, 0),
    ):
        if most is not None:
            resource.setrlimit(kind, (most, most))


def uses_more_than(most: float, but_of: set[int]) -> bool:
    """Whether all processes in sight, but for some, hold more bytes for themselves."""
    others = [name for name in os.listdir("/proc") if name.isdigit()]
    others = [name for name in others if int(name) not in but_of]
    if math.isinf(most):
        return False
    # Pages shared with the zygote count for each process in the first, quick sum.
    return sum(map(_resident, others)) > most and sum(map(_share, others)) > most


def _resident(process: str) -> int:
    with contextlib.suppress(OSError), open(f"/proc/{process}/statm") as file:
        resident, shared = map(int, file.read().split()[1:3])
        return (resident - shared) * resource.getpagesize()
    return 0


def _share(process: str) -> int:
    """Its memory, pages that n processes share counted as 1/n; see proc(5)."""
    with contextlib.suppress(OSError), open(f"/proc/{process}/smaps_rollup") as file:
        kilobytes = dict(line.split()[:2] for line in file.readlines()[1:])
        return 1024 * (int(kilobytes["Pss_Anon:"]) + int(kilobytes["Pss_Shmem:"]))
    return _resident(process)
