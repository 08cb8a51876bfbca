"""The system calls that a submission may make: those listed here and no others.

Python, NumPy and torch need them. Everything else that the kernel offers, now or in the
future, is refused: new sockets, looking into another process, keys, message queues,
io_uring, and memory that no limit counts. The filter is a seccomp program, which the
kernel runs before each call; see seccomp(2), bpf(2).
"""

import ctypes
import os
import struct
from functools import cache

from lernformer.grading.sandbox.namespaces import PR_SET_NO_NEW_PRIVS, call

PR_SET_SECCOMP, FILTER = 22, 2
LOAD, AND, EQUAL, RETURN = 0x20, 0x54, 0x15, 0x06  # BPF instructions
AT_LEAST, ANY_BIT, JUMP = 0x35, 0x45, 0x05
NUMBER, ARCHITECTURE = 0, 4  # their offsets in seccomp_data
ALLOW, ERROR, KILL = 0x7FFF0000, 0x00050000, 0x80000000
EPERM, ENOENT, ENOMEM, ENOSYS, ENOTSUP = 1, 2, 12, 38, 95
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
FOREIGN = 0x40000000  # x86_64's other table of numbers

# System calls by their numbers on x86_64 and aarch64 (None: there is no such call).
ALLOWED = {
    # files
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66),
    "pread64": (17, 67), "pwrite64": (18, 68), "preadv": (295, 69),
    "pwritev": (296, 70), "preadv2": (327, 286), "pwritev2": (328, 287),
    "open": (2, None), "creat": (85, None), "openat": (257, 56), "close": (3, 57),
    "close_range": (436, 436), "lseek": (8, 62), "stat": (4, None), "fstat": (5, 80),
    "lstat": (6, None), "newfstatat": (262, 79), "statx": (332, 291),
    "access": (21, None), "faccessat": (269, 48), "faccessat2": (439, 439),
    "getdents": (78, None), "getdents64": (217, 61), "readlink": (89, None),
    "readlinkat": (267, 78), "mkdir": (83, None), "mkdirat": (258, 34),
    "rmdir": (84, None), "unlink": (87, None), "unlinkat": (263, 35),
    "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276),
    "link": (86, None), "linkat": (265, 37), "symlink": (88, None),
    "symlinkat": (266, 36), "truncate": (76, 45), "ftruncate": (77, 46),
    "fallocate": (285, 47), "fsync": (74, 82), "fdatasync": (75, 83),
    "umask": (95, 166), "getcwd": (79, 17), "chdir": (80, 49), "fchdir": (81, 50),
    "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "pipe": (22, None),
    "pipe2": (293, 59), "sendfile": (40, 71), "copy_file_range": (326, 285),
    "statfs": (137, 43), "fstatfs": (138, 44),
    # memory
    "mprotect": (10, 226), "munmap": (11, 215), "mremap": (25, 216),
    "brk": (12, 214), "msync": (26, 227),
    "membarrier": (324, 283),
    # processes and threads
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221),
    "execveat": (322, 281), "exit": (60, 93), "exit_group": (231, 94),
    "wait4": (61, 260), "waitid": (247, 95), "kill": (62, 129), "tkill": (200, 130),
    "tgkill": (234, 131), "getpid": (39, 172), "gettid": (186, 178),
    "getppid": (110, 173), "getpgid": (121, 155), "setpgid": (109, 154),
    "getpgrp": (111, None), "getsid": (124, 156), "setsid": (112, 157),
    "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176),
    "getegid": (108, 177), "getresuid": (118, 148), "getresgid": (120, 150),
    "getgroups": (115, 158), "capget": (125, 90), "arch_prctl": (158, None),
    "set_tid_address": (218, 96), "set_robust_list": (273, 99),
    "get_robust_list": (274, 100), "rseq": (334, 293), "futex": (202, 98),
    "futex_waitv": (449, 449), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120), "getpriority": (140, 141), "getrlimit": (97, 163),
    "setrlimit": (160, 164), "getrusage": (98, 165), "times": (100, 153),
    "sysinfo": (99, 179), "uname": (63, 160), "getcpu": (309, 168),
    # time and signals
    "time": (201, None), "gettimeofday": (96, 169), "clock_gettime": (228, 113),
    "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "nanosleep": (35, 101),
    "alarm": (37, None), "setitimer": (38, 103), "getitimer": (36, 102),
    "pause": (34, None), "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139), "rt_sigpending": (127, 136), "rt_sigsuspend": (130, 133),
    "rt_sigtimedwait": (128, 137), "sigaltstack": (131, 132),
    "restart_syscall": (219, 128), "getrandom": (318, 278),
    # waiting
    "poll": (7, None), "ppoll": (271, 73), "select": (23, None), "pselect6": (270, 72),
    "epoll_create": (213, None), "epoll_create1": (291, 20), "epoll_ctl": (233, 21),
    "epoll_wait": (232, None), "epoll_pwait": (281, 22), "epoll_pwait2": (441, 441),
    "eventfd": (284, None), "eventfd2": (290, 19),
    # sockets that are already open; a new pair has both ends in the sandbox
    # (no sendmsg: no limit counts a descriptor in transit)
    "sendto": (44, 206), "recvfrom": (45, 207), "shutdown": (48, 210),
    "getsockopt": (55, 209), "getsockname": (51, 204), "getpeername": (52, 205),
}  # fmt: skip
# Landlock does not guard these calls, and the files may be the instructor's. So under
# Landlock they do nothing and report success.
OWNERS = {
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "chown": (92, None), "fchown": (93, 55),
    "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None),
    "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
}  # fmt: skip
# Calls that ask for a file by its name. The kernel remembers which names were asked for
# and what was read, and the next submission can measure that. So a process that shares
# files with others but must not pass anything on can't find any file by its name.
NAMES = (
    "open", "creat", "openat", "stat", "lstat", "newfstatat", "statx", "access",
    "faccessat", "faccessat2", "readlink", "readlinkat", "mkdir", "mkdirat", "rmdir",
    "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat",
    "symlink", "symlinkat", "truncate", "statfs", "chdir", "execve", "execveat",
)  # fmt: skip
# No limit counts these attributes; `shutil` copes where a file system has none.
WITHOUT = {
    "getxattr": (191, 8), "lgetxattr": (192, 9), "fgetxattr": (193, 10),
    "listxattr": (194, 11), "llistxattr": (195, 12), "flistxattr": (196, 13),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
}  # fmt: skip
# Tells the kernel which pages to forget, so others could find out which were read.
ADVICE = {"fadvise64": (221, 223)}
# What a Jupyter kernel needs as well, because it is reached through socket files.
SERVING = {
    "bind": (49, 200), "listen": (50, 201), "accept": (43, 202), "accept4": (288, 242),
    "sendmsg": (46, 211), "recvmsg": (47, 212),
}  # fmt: skip
SERVING_CHOSEN = {
    # AF_UNIX; AF_INET, AF_NETLINK: ipykernel talks to itself, and nobody else is there
    "socket": ((41, 198), 0, (1, 2, 16)),
    "sched_setscheduler": ((144, 119), 1, (0,)),  # the ordinary policy
    "fcntl": ((72, 25), 1, (5, 6, 7)),  # locks, for a database
}
CLONE3 = {"clone3": (435, 435)}  # its flags are in memory, where a filter can't look

# Allowed with some values of one argument: the call, the argument's place, the values.
CHOSEN = {
    "socketpair": ((53, 199), 0, (1,)),  # AF_UNIX
    "prlimit64": ((302, 261), 0, (0,)),  # its own limits
    # no locks, which others would see, and no leases, signals or longer pipes
    "fcntl": ((72, 25), 1, (0, 1, 2, 3, 4, 1030, 1032)),
    # asks about a terminal, and how much can be read
    "ioctl": ((16, 29), 1, (0x5401, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
    # not the values that tell the kernel which pages of files to keep or to forget
    "madvise": (
        (28, 233), 2, (0, 1, 2, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19, 102, 103)
    ),
    # names, the signal on the parent's death, and queries
    "prctl": ((157, 167), 0, (1, 2, 3, 15, 16, 21, 38, 39, 0x53564D41)),
}  # fmt: skip
# Refused with some bits of one argument: the call, the argument's place, the bits.
WITHOUT_BITS = {
    "clone": ((56, 220), 0, 0x7E020000),  # new namespaces
    "mmap": ((9, 222), 3, 0x00040000),  # huge pages
}
# Refused with some values of one argument: the call, the argument's place, the values.
BUT_NOT = {
    # SO_SNDBUF, SO_RCVBUF and their FORCE: kernel memory that no limit counts
    "setsockopt": ((54, 208), 2, (7, 8, 32, 33)),
}
SHARED_AND_NAMELESS = 0x21  # mmap's flags: memory that outlives its mapping, uncounted

Line = tuple[int, int, int, int]
REFUSAL: Line = (RETURN, 0, 0, ERROR | EPERM)


def known() -> bool:
    """Return True if the numbers above apply to this machine."""
    return os.uname().machine in ARCHITECTURES


@cache
def program(owners: bool, names: bool = True, sockets: bool = False) -> bytes:
    """Return the seccomp filter for this machine.

    ``owners`` permits changes of a file's mode and times, ``names`` finding files by
    name, and ``sockets`` new sockets, which no other machine can reach.
    """
    machine = os.uname().machine
    column = list(ARCHITECTURES).index(machine)

    lines: dict[int, list[Line]] = {}  # what to do, by the number of a call

    def answer(calls: dict, word: int) -> None:
        for numbers in calls.values():
            if (number := numbers[column]) is not None:
                lines[number] = [(RETURN, 0, 0, word)]

    answer(ALLOWED | SERVING if sockets else ALLOWED, ALLOW)
    if not names:
        answer({name: ALLOWED[name] for name in NAMES}, ERROR | ENOENT)
    answer(OWNERS, ALLOW if owners else ERROR)
    answer(WITHOUT, ERROR | ENOTSUP)
    answer(ADVICE, ERROR)
    answer(CLONE3, ERROR | ENOSYS)
    chosen = dict(CHOSEN)
    for name, (numbers, place, values) in SERVING_CHOSEN.items() if sockets else ():
        _, _, others = chosen.get(name, (numbers, place, ()))
        chosen[name] = numbers, place, (*others, *values)
    for numbers, place, values in chosen.values():
        tests: list[Line] = []
        for value in values:
            tests += [(EQUAL, 0, 1, value), (RETURN, 0, 0, ALLOW)]
        lines[numbers[column]] = [_argument(place), *tests, REFUSAL]
    for name, (numbers, place, bits) in WITHOUT_BITS.items():
        tests = [(ANY_BIT, 0, 1, bits), REFUSAL]
        if name == "mmap":
            tests += [
                (AND, 0, 0, SHARED_AND_NAMELESS),
                (EQUAL, 0, 1, SHARED_AND_NAMELESS),
                (RETURN, 0, 0, ERROR | ENOMEM),
            ]
        last = RETURN, 0, 0, ALLOW
        lines[numbers[column]] = [_argument(place), *tests, last]
    for numbers, place, values in BUT_NOT.values():
        tests = []
        for value in values:
            tests += [(EQUAL, 0, 1, value), REFUSAL]
        lines[numbers[column]] = [_argument(place), *tests, (RETURN, 0, 0, ALLOW)]
    whole: list[Line] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, ARCHITECTURES[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, FOREIGN),
        (RETURN, 0, 0, KILL),
        *_by_halves(_ranges(lines)),
    ]
    return b"".join(struct.pack("=HBBI", *line) for line in whole)


def _argument(place: int) -> Line:
    return LOAD, 0, 0, 16 + 8 * place


def _ranges(lines: dict[int, list[Line]]) -> list[tuple[int, list[Line]]]:
    """Return the call numbers at which a new rule begins, each with that rule.

    Neighbouring numbers with the same rule become one range; other calls are refused.
    """
    found: list[tuple[int, list[Line]]] = [(0, [REFUSAL])]
    for number in sorted({*lines, *(number + 1 for number in lines)}):
        todo = lines.get(number, [REFUSAL])
        if todo != found[-1][1]:
            found.append((number, todo))
    return found


def _by_halves(ranges: list[tuple[int, list[Line]]]) -> list[Line]:
    """Return a binary search for a call's rule, which keeps loading the filter fast."""
    if len(ranges) == 1:
        return ranges[0][1]
    middle = len(ranges) // 2
    below, above = _by_halves(ranges[:middle]), _by_halves(ranges[middle:])
    # A condition can jump no farther than 255 lines.
    question = (AT_LEAST, 0, 1, ranges[middle][0]), (JUMP, 0, 0, len(below))
    return [*question, *below, *above]


def allow_only_these(owners: bool, names: bool = True, sockets: bool = False) -> None:
    """From now on, refuse all other system calls of this process and its children."""
    code = program(owners, names, sockets)
    held = ctypes.create_string_buffer(code, len(code))
    whole = struct.pack("@HP", len(code) // 8, ctypes.addressof(held))
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    call("prctl", PR_SET_SECCOMP, FILTER, whole, 0, 0)
