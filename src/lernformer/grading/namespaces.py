"""Linux namespaces for one submission: own processes, network, mounts, users.

Runs inside of the sandbox, in a process that the zygote has forked. Python has no
names for these system calls before 3.12, so they are called through the C library.
See namespaces(7), user_namespaces(7), capabilities(7).
"""

import contextlib
import ctypes
import os
import resource
import sys
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
PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 4, 36, 38
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


def call(name: str, *args: object) -> None:
    """A function of the C library that returns 0 if all went well, else raises."""
    if getattr(libc, name)(*args) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def leave() -> None:
    """Let the children of this process begin in namespaces of their own."""
    flags = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    if os.geteuid() == 0:
        call("unshare", flags)
    else:
        _new_user_namespace(flags)


def _new_user_namespace(flags: int = 0) -> None:
    """In a namespace of its own any user may mount and limit, and nowhere else."""
    uid, gid = os.geteuid(), os.getegid()
    call("unshare", CLONE_NEWUSER | flags)
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
    call("unshare", CLONE_NEWNS)
    call("mount", None, b"/", None, MS_REC | MS_PRIVATE, None)
    flags = MS_NOSUID | MS_NODEV
    call("mount", b"proc", b"/proc", b"proc", flags | MS_NOEXEC, None)
    room = f"size={limits.disk},mode=1777".encode()
    _own_tmp(flags, room)
    call("mount", b"home", HOME, b"tmpfs", flags, room)
    call("mount", b"shm", b"/dev/shm", b"tmpfs", flags, room)
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        call("prctl", PR_SET_DUMPABLE, 1, 0, 0, 0)  # or /proc/self stays root's
        _new_user_namespace()
    # Nobody makes another namespace from here, which would bring back some rights.
    with open("/proc/sys/user/max_user_namespaces", "w") as file:
        file.write("0")
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    call("syscall", SYS_CAPSET[os.uname().machine], header, (ctypes.c_uint32 * 6)())
    restrict(limits)


def _own_tmp(flags: int, room: bytes) -> None:
    """An empty /tmp, but for what of Python or the course lies there."""
    visible = os.listdir(b"/tmp")
    if visible:
        call("mount", b"/tmp", ASIDE, None, MS_BIND | MS_REC, None)
    call("mount", b"tmp", b"/tmp", b"tmpfs", flags, room)
    for name in visible:
        os.mkdir(b"/tmp/" + name)
        there = ASIDE + b"/" + name
        call("mount", there, b"/tmp/" + name, None, MS_BIND | MS_REC, None)


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


def adopt_orphans() -> None:
    """Let this process become the parent of all descendants whose parent has died."""
    if sys.platform == "linux":
        call("prctl", PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def processes() -> list[int]:
    """All processes in sight; none where there is no /proc."""
    if not os.path.isdir("/proc"):
        return []
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def descendants(of: int) -> list[int]:
    """A process's children, their children and so on."""
    parents = {}
    for process in processes():
        with contextlib.suppress(OSError), open(f"/proc/{process}/stat") as file:
            parents[process] = int(file.read().rpartition(")")[2].split()[1])
    found = [of]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found[1:]


def uses_more_than(most: int, these: list[int]) -> bool:
    """Whether processes together hold more bytes for themselves."""
    # Pages shared with the zygote count for each process in the first, quick sum.
    return sum(map(_resident, these)) > most and sum(map(_share, these)) > most


def size_of(folder: str) -> int:
    """Bytes on disk of all files in there."""
    found = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                found += 512 * os.lstat(os.path.join(place, name)).st_blocks
    return found


def _resident(process: int) -> int:
    with contextlib.suppress(OSError), open(f"/proc/{process}/statm") as file:
        resident, shared = map(int, file.read().split()[1:3])
        return (resident - shared) * resource.getpagesize()
    return 0


def _share(process: int) -> int:
    """Its memory, pages that n processes share counted as 1/n; see proc(5)."""
    with contextlib.suppress(OSError), open(f"/proc/{process}/smaps_rollup") as file:
        kilobytes = dict(line.split()[:2] for line in file.readlines()[1:])
        return 1024 * (int(kilobytes["Pss_Anon:"]) + int(kilobytes["Pss_Shmem:"]))
    return _resident(process)
