"""Makes system calls that no submission needs: rings, queues, sockets, other eyes."""

FIRST = """
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
room = ctypes.create_string_buffer(4096)
calls = {
    "io_uring_setup": (425, 1, room), "kcmp": (312, 1, 1, 0, 0, 0),
    "keyctl": (250, 0, -3, 1), "add_key": (248, b"user", b"x", room, 1, -3),
    "inotify_init1": (294, 0), "fanotify_init": (300, 0, 0), "bpf": (321, 0, room, 120),
    "perf_event_open": (298, room, 0, -1, -1, 0), "userfaultfd": (323, 1),
    "ptrace": (101, 0, 0, 0, 0), "process_vm_readv": (310, 1, room, 1, room, 1, 0),
    "pidfd_open": (434, 1, 0), "memfd_create": (319, b"x", 0), "msgget": (68, 0, 0o600),
    "semget": (64, 0, 1, 0o600), "shmget": (29, 0, 4096, 0o600),
    "mq_open": (240, b"x", 66), "tee": (276, 0, 1, 1, 0),
    "name_to_handle_at": (303, -100, b"/", room, room, 0), "unshare": (272, 0x10000000),
    "setns": (308, 0, 0), "mount": (165, b"x", b"/tmp", b"tmpfs", 0, 0),
    "chroot": (161, b"/tmp"), "vmsplice": (278, 1, room, 0, 0),
    "clone3": (435, room, 88), "landlock_create_ruleset": (444, 0, 0, 1),
    "seccomp": (317, 1, 0, room), "syslog": (103, 3, room, 100), "acct": (163, 0),
}
allowed = []
for name, (number, *rest) in calls.items():
    if os.uname().machine == "x86_64" and libc.syscall(number, *rest) >= 0:
        allowed.append(name)
for family in (1, 2, 16, 17, 38, 40):  # of this machine, the net, netlink, packets, …
    try:
        socket.socket(family, socket.SOCK_DGRAM)
        allowed.append(family)
    except OSError:
        pass
print("allowed", allowed)
"""
SHOWS = "allowed []"
