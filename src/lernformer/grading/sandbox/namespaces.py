"""Linux namespaces for one submission: its own processes, network, mounts and users.

This runs inside the sandbox, in a process forked by the forkserver. Before 3.12, Python
has no functions for these system calls, so we call them through the C library. See
namespaces(7), user_namespaces(7) and capabilities(7).
"""

import contextlib
import ctypes
import errno
import os
import resource
import select
import signal
import stat
import sys

from lernformer.grading.sandbox.limits import Limits

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 0x20
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
SYS_CAPSET = {"x86_64": 126, "aarch64": 91}
SYS_PIVOT_ROOT, MNT_DETACH = {"x86_64": 155, "aarch64": 41}, 2
SYS_KEYCTL, JOIN_SESSION_KEYRING = {"x86_64": 250, "aarch64": 219}, 1
LARGE, MADV_COLLAPSE = 2**21, 25
ROUNDS = 1000  # how often we try to kill processes, because they may keep forking
CAPABILITY_VERSION_3 = 0x20080522

ASIDE = b"/run/aside"  # an empty folder in the sandbox

HOME = b"/run/home"  # the forkserver's home; each submission has its own home there

libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *args: object) -> None:
    """Call a C library function. Raise ``OSError`` if it doesn't return 0."""
    if getattr(libc, name)(*args) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def leave() -> None:
    """Let the children of this process start in their own namespaces."""
    flags = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    if os.geteuid() == 0:
        call("unshare", flags)
    else:
        _new_user_namespace(flags)


def _new_user_namespace(flags: int = 0, proc: int | None = None) -> None:
    """Enter a new user namespace, in which any user may mount and set limits."""
    uid, gid = os.geteuid(), os.getegid()
    call("unshare", CLONE_NEWUSER | flags)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        _write(f"self/{name}", text, proc)


def _write(name: str, text: str, proc: int | None) -> None:
    """Write to a file in /proc, given by the folder's descriptor or by its name."""
    place = f"/proc/{name}" if proc is None else name
    file = os.open(place, os.O_WRONLY | os.O_CLOEXEC, dir_fd=proc)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)


def _read_only_proc(flags: int) -> None:
    """Make /proc read-only, and hide its lists of keys."""
    call("mount", b"/proc", b"/proc", None, MS_BIND, None)
    for name in (b"/proc/keys", b"/proc/key-users"):
        if os.path.exists(name):
            call("mount", b"/dev/null", name, None, MS_BIND, None)
    again = MS_REMOUNT | MS_BIND | MS_RDONLY | flags
    call("mount", None, b"/proc", None, again, None)


def leave_keyrings() -> None:
    """Give up access to the user's keys by joining a new, empty keyring."""
    join = libc.syscall(SYS_KEYCTL[os.uname().machine], JOIN_SESSION_KEYRING, None)
    if join < 0 and ctypes.get_errno() not in (errno.ENOSYS, errno.EPERM):
        raise OSError(ctypes.get_errno(), "keyctl")


def hide() -> None:
    """Keep this user's other processes from inspecting this one and its open files."""
    if sys.platform == "linux":
        call("prctl", PR_SET_DUMPABLE, 0, 0, 0, 0)


def go_first(proc: int | None = None) -> None:
    """Have the kernel end this process, not the grader, when memory is short."""
    _write("self/oom_score_adj", "1000", proc)


def read_what_is_mapped() -> None:
    """Read into memory all libraries that every submission finds mapped.

    Otherwise, a submission could signal to the next by choosing which pages to read.
    """
    paths = {line[5].strip() for line in _mapped() if len(line) == 6}
    for path in paths:
        if path.startswith(b"/") and os.path.isfile(path):
            room = bytearray(2**20)
            with open(path, "rb", buffering=0) as file:
                while file.readinto(room):
                    pass


def make_pages_large() -> None:
    """Use large pages for this process's memory, to fork in a third of the time."""
    for line in _mapped():
        start, end = (int(x, 16) for x in line[0].split(b"-"))
        start, end = -(-start // LARGE) * LARGE, end // LARGE * LARGE
        if line[1] == b"rw-p" and start < end:  # some kernels ignore this
            libc.madvise(
                ctypes.c_void_p(start), ctypes.c_size_t(end - start), MADV_COLLAPSE
            )


def _mapped() -> list[list[bytes]]:
    """Return what is mapped into this process's memory; see proc_pid_maps(5)."""
    with open("/proc/self/maps", "rb") as file:
        return [line.split(None, 5) for line in file]


def settle(limits: Limits, uid: int, bare: bool) -> None:
    """Set up the first process in new namespaces, with its own /proc and /tmp.

    The process keeps no special rights. Root becomes the user ``uid``. A ``bare``
    process sees no files except its own.
    """
    call("unshare", CLONE_NEWNS)
    call("mount", None, b"/", None, MS_REC | MS_PRIVATE, None)
    flags = MS_NOSUID | MS_NODEV
    room = f"size={limits.disk},nr_inodes={limits.files},mode=1777".encode()
    if bare:
        _own_root(room)
    call("mount", b"proc", b"/proc", b"proc", flags | MS_NOEXEC, None)
    proc = os.open("/proc", os.O_PATH | os.O_CLOEXEC)  # still writable
    go_first(proc)
    _read_only_proc(flags | MS_NOEXEC)
    if not bare:
        _own_tmp(flags, room)
        call("mount", b"home", HOME, b"tmpfs", flags, room)
        call("mount", b"shm", b"/dev/shm", b"tmpfs", flags, room)
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        call("prctl", PR_SET_DUMPABLE, 1, 0, 0, 0)  # otherwise root owns /proc/self
        _new_user_namespace(proc=proc)
    # Forbid new namespaces from now on, because they would bring back some rights.
    _write("sys/user/max_user_namespaces", "0", proc)
    os.close(proc)
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    call("syscall", SYS_CAPSET[os.uname().machine], header, (ctypes.c_uint32 * 6)())
    restrict(limits)


def _own_root(room: bytes) -> None:
    """Replace the file system with empty folders in memory and some devices.

    With shared files, one submission could signal to another. The kernel remembers
    which names were looked up and what was read, and the time that an access takes
    reveals both.
    """
    call("mount", b"root", ASIDE, b"tmpfs", MS_NOSUID, room)
    for folder in (b"/old", b"/proc", b"/tmp", b"/dev", b"/dev/shm", b"/run", HOME):
        os.mkdir(ASIDE + folder)
        os.chmod(ASIDE + folder, 0o1777)
    for device in (b"/dev/null", b"/dev/zero", b"/dev/random", b"/dev/urandom"):
        os.close(os.open(ASIDE + device, os.O_CREAT))
        call("mount", device, ASIDE + device, None, MS_BIND, None)
    # The kernel allows a new /proc only where a complete one is visible.
    call("mount", b"/proc", ASIDE + b"/proc", None, MS_BIND | MS_REC, None)
    pivot = SYS_PIVOT_ROOT[os.uname().machine]
    call("syscall", pivot, ASIDE, ASIDE + b"/old")
    os.chdir("/")
    call("umount2", b"/old", MNT_DETACH)
    os.rmdir("/old")


def _own_tmp(flags: int, room: bytes) -> None:
    """Mount a /tmp that is empty except for what Python or the course keeps there."""
    visible = os.listdir(b"/tmp")
    if visible:
        call("mount", b"/tmp", ASIDE, None, MS_BIND | MS_REC, None)
    call("mount", b"tmp", b"/tmp", b"tmpfs", flags, room)
    for name in visible:
        os.mkdir(b"/tmp/" + name)
        there = ASIDE + b"/" + name
        call("mount", there, b"/tmp/" + name, None, MS_BIND | MS_REC, None)


def restrict(limits: Limits) -> None:
    """Set the limits that the kernel enforces for each process."""
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


def die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent ends, for whatever reason.

    A change of user cancels this, so change the user first. ``parent`` is one end of a
    pipe. Only the parent holds the other end.
    """
    if sys.platform == "linux":
        call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if select.select([parent], [], [], 0)[0]:  # it has already ended
        os._exit(71)


def end_descendants(of: int) -> None:
    """Kill all descendants of a process, until none is left."""
    for _ in range(ROUNDS):
        found = descendants(of)
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


def processes() -> list[int]:
    """Return the ids of all visible processes, or none if there is no /proc."""
    if not os.path.isdir("/proc"):
        return []
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def descendants(of: int) -> list[int]:
    """Return the ids of a process's children, their children and so on."""
    parents = {}
    for process in processes():
        # as bytes: a process may give itself any name
        with contextlib.suppress(OSError), open(f"/proc/{process}/stat", "rb") as file:
            parents[process] = int(file.read().rpartition(b")")[2].split()[1])
    found = [of]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found[1:]


def uses_more_than(most: int, these: list[int]) -> bool:
    """Return True if processes together use more than ``most`` bytes of their own."""
    most -= _buffers(these)
    # The first sum is quick, but counts a shared page once for each process.
    return sum(map(_private_memory, these)) > most and sum(map(_share, these)) > most


def has_more_than(size: int, files: int, folder: str) -> bool:
    """Return True if a folder contains too many bytes or files, or can't be counted.

    It can't be counted if a path in it is too long.
    """
    bytes_found = files_found = 0
    todo = [folder]
    while todo:
        place = todo.pop()
        try:
            if not os.access(place, os.R_OK | os.X_OK):
                _open_up(place, folder)
            inside = list(os.scandir(place))
        except (FileNotFoundError, NotADirectoryError):
            continue  # it is gone by now
        except OSError:
            return True
        files_found += len(inside)
        for one in inside:
            if one.is_dir(follow_symlinks=False):
                todo.append(one.path)
            else:
                with contextlib.suppress(OSError):
                    bytes_found += 512 * one.stat(follow_symlinks=False).st_blocks
        if bytes_found > size or files_found > files:
            return True
    return False


def _open_up(place: str, home: str) -> None:
    """Make a folder readable again after its owner made it unreadable.

    The path may lead somewhere else by now, so we check what we have opened.
    """
    number = os.open(place, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        there = f"/proc/self/fd/{number}"
        if os.readlink(there).startswith(f"{home}/"):
            os.chmod(there, 0o700)
    finally:
        os.close(number)


# Bytes that the kernel keeps for one socket. Nobody can ask for a larger buffer,
# because the filter refuses SO_SNDBUF and SO_RCVBUF (`system_calls`).
BUFFER = 425_984


def _buffers(these: list[int]) -> int:
    """Return the bytes that pipes and sockets may hold, not counted for any process."""
    kinds = stat.S_ISSOCK, stat.S_ISFIFO
    found = _opened(these)
    return BUFFER * sum(any(kind(x.st_mode) for kind in kinds) for x in found)


def deleted(these: list[int]) -> int:
    """Return the bytes of files that are deleted but still open or mapped."""
    files = [x for x in _opened(these) if stat.S_ISREG(x.st_mode) and not x.st_nlink]
    sizes = {file.st_ino: 512 * file.st_blocks for file in files}
    for process in these:
        with contextlib.suppress(OSError), open(f"/proc/{process}/maps", "rb") as file:
            for line in file:
                if line.endswith(b" (deleted)\n"):
                    place, _, _, _, inode, _ = line.split(None, 5)
                    start, end = (int(x, 16) for x in place.split(b"-"))
                    known = sizes.get(int(inode), 0)
                    sizes[int(inode)] = max(known, end - start)
    return sum(sizes.values())


def _opened(these: list[int]) -> list[os.stat_result]:
    """Return the status of each distinct file that these processes have open."""
    found = {}
    for process in these:
        with contextlib.suppress(OSError):
            for number in os.listdir(f"/proc/{process}/fd"):
                with contextlib.suppress(OSError):
                    known = os.stat(f"/proc/{process}/fd/{number}")
                    found[known.st_dev, known.st_ino] = known
    return list(found.values())


PRIVATE = (b"RssAnon:", b"RssShmem:", b"VmSwap:", b"VmPTE:")  # the last: page tables


def _private_memory(process: int, kinds: tuple[bytes, ...] = PRIVATE) -> int:
    """Return a process's memory that isn't backed by files, in bytes; see proc(5)."""
    return _kilobytes(f"/proc/{process}/status", kinds) * 1024


def _share(process: int) -> int:
    """Return a process's own memory, counting a page that n processes share as 1/n."""
    kinds = b"Pss_Anon:", b"Pss_Shmem:", b"SwapPss:"
    found = _kilobytes(f"/proc/{process}/smaps_rollup", kinds)
    if not found:  # we are not allowed to look into it
        return _private_memory(process)
    return found * 1024 + _private_memory(process, (b"VmPTE:",))


def _kilobytes(path: str, kinds: tuple[bytes, ...]) -> int:
    with contextlib.suppress(OSError), open(path, "rb") as file:
        lines = [line.split() for line in file]
        return sum(int(line[1]) for line in lines if line and line[0] in kinds)
    return 0
