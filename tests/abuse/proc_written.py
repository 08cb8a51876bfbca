"""Writes into /proc, so that memory shortages kill a different process."""

FIRST = """
import os
written = []
for name, text in (
    ("self/oom_score_adj", "-1000"), ("self/oom_score_adj", "0"),
    ("self/oom_adj", "-17"), ("self/uid_map", "0 0 1"), ("self/setgroups", "allow"),
    ("self/coredump_filter", "0"), ("self/timerslack_ns", "1"), ("self/comm", "bwrap"),
    ("sys/user/max_user_namespaces", "9"), ("sys/kernel/core_pattern", "|/bin/sh"),
    ("sysrq-trigger", "b"), ("self/attr/current", "x"), ("self/clear_refs", "1"),
):
    try:
        with open(f"/proc/{name}", "w") as file:
            file.write(text)
        written.append(name)
    except OSError:
        pass
print("written", written)
"""
SHOWS = "written []"
