"""The system calls that a submission may make: those in `system_calls.ini` and here.

Python, NumPy and torch need these system calls. The filter refuses everything else that
the kernel offers now or will offer in the future. For example, it refuses new sockets,
looking into other processes, keys, message queues, io_uring, and memory to which no
limit applies. The filter is a seccomp program, which the kernel runs before each system
call; see seccomp(2) and bpf(2).
"""

import configparser
import ctypes
import os
import re
import struct
from functools import cache
from pathlib import Path

from lernformer.grading.sandbox.namespaces import PR_SET_NO_NEW_PRIVS, call

PR_SET_SECCOMP, FILTER = 22, 2
LOAD, AND, EQUAL, RETURN = 0x20, 0x54, 0x15, 0x06  # BPF instructions
AT_LEAST, ANY_BIT, JUMP = 0x35, 0x45, 0x05
NUMBER, ARCHITECTURE = 0, 4  # their offsets in seccomp_data
ALLOW, ERROR, KILL = 0x7FFF0000, 0x00050000, 0x80000000
EPERM, ENOENT, ENOMEM, ENOSYS, ENOTSUP = 1, 2, 12, 38, 95
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
FOREIGN = 0x40000000  # x86_64's other table of numbers

LIST = configparser.ConfigParser(interpolation=None, delimiters=["="])
LIST.read(Path(__file__).with_name("system_calls.ini"), "utf-8")


def _calls(section: str) -> dict[str, tuple[int | None, int | None]]:
    """Return a section's calls: their numbers on x86_64 and aarch64, keyed by name."""
    text = " ".join(LIST[section].values())
    return {
        name: (int(x) if x != "-" else None, int(y) if y != "-" else None)
        for name, x, y in re.findall(r"(\w+) (\d+|-) (\d+|-)", text)
    }


# What `system_calls.ini` says about each of these
ALLOWED, OWNERS, WITHOUT = _calls("allowed"), _calls("owners"), _calls("without")
SERVING, NAMES = _calls("serving"), LIST["names"]["calls"].split()
# This tells the kernel which pages to forget, so others could learn which were read.
ADVICE = {"fadvise64": (221, 223)}
CLONE3 = {"clone3": (435, 435)}  # its flags are in memory, where no filter can look

Chosen = dict[str, tuple[tuple[int, int], int, tuple[int, ...]]]
# Allowed with some values of one argument: the call, the argument's index, the values.
CHOSEN: Chosen = {
    "socketpair": ((53, 199), 0, (1,)),  # AF_UNIX
    "prlimit64": ((302, 261), 0, (0,)),  # its own limits
    # no locks, which others would see, and no leases, signals or longer pipes
    "fcntl": ((72, 25), 1, (0, 1, 2, 3, 4, 1030, 1032)),
    # ask about a terminal, and about how much can be read
    "ioctl": ((16, 29), 1, (0x5401, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),
    # not the values that tell the kernel which pages of files to keep or to forget
    "madvise": (
        (28, 233), 2, (0, 1, 2, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19, 102, 103)
    ),
    # names, the signal on the parent's death, and queries
    "prctl": ((157, 167), 0, (1, 2, 3, 15, 16, 21, 38, 39, 0x53564D41)),
}  # fmt: skip
SERVING_CHOSEN: Chosen = {
    # AF_UNIX; AF_INET, AF_NETLINK: ipykernel talks to itself, and nobody else is there
    "socket": ((41, 198), 0, (1, 2, 16)),
    "sched_setscheduler": ((144, 119), 1, (0,)),  # the ordinary policy
    "fcntl": ((72, 25), 1, (5, 6, 7)),  # locks, for a database
}
# Refused with some bits of one argument: the call, the argument's index, the bits.
WITHOUT_BITS = {
    "clone": ((56, 220), 0, 0x7E020000),  # new namespaces
    "mmap": ((9, 222), 3, 0x00040000),  # huge pages
}
# Refused with some values of one argument: the call, the argument's index, the values.
BUT_NOT: Chosen = {
    # SO_SNDBUF, SO_RCVBUF and their FORCE: kernel memory that no limit counts
    "setsockopt": ((54, 208), 2, (7, 8, 32, 33)),
}
SHARED_AND_NAMELESS = 0x21  # mmap's flags: memory that outlives its mapping, uncounted

Line = tuple[int, int, int, int]
ALLOWANCE: Line = (RETURN, 0, 0, ALLOW)
REFUSAL: Line = (RETURN, 0, 0, ERROR | EPERM)


def known() -> bool:
    """Return True if the numbers apply to this machine."""
    return os.uname().machine in ARCHITECTURES


@cache
def program(owners: bool, names: bool = True, sockets: bool = False) -> bytes:
    """Return the seccomp filter for this machine.

    ``owners`` permits changes to a file's mode and times, and ``names`` permits looking
    files up by name. ``sockets`` permits new sockets, which no other machine can reach.
    """
    machine = os.uname().machine
    column = list(ARCHITECTURES).index(machine)

    lines: dict[int, list[Line]] = {}  # what to do, keyed by the number of the call

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
    for table, then, otherwise in (
        (chosen, ALLOWANCE, REFUSAL),
        (BUT_NOT, REFUSAL, ALLOWANCE),
    ):
        for numbers, place, values in table.values():
            tests = [x for value in values for x in ((EQUAL, 0, 1, value), then)]
            lines[numbers[column]] = [_argument(place), *tests, otherwise]
    for name, (numbers, place, bits) in WITHOUT_BITS.items():
        tests = [(ANY_BIT, 0, 1, bits), REFUSAL]
        if name == "mmap":
            tests += [
                (AND, 0, 0, SHARED_AND_NAMELESS),
                (EQUAL, 0, 1, SHARED_AND_NAMELESS),
                (RETURN, 0, 0, ERROR | ENOMEM),
            ]
        lines[numbers[column]] = [_argument(place), *tests, ALLOWANCE]
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

    Neighbouring numbers with the same rule become one range. All other calls are
    refused.
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
    buffer = ctypes.create_string_buffer(code, len(code))
    whole = struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer))
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    call("prctl", PR_SET_SECCOMP, FILTER, whole, 0, 0)
