"""Fills the disk; the answers are right."""

FIRST = """
for place in ("/tmp", "/dev/shm", "/", "/var/tmp", "."):
    try:
        for i in range(1000):
            with open(f"{place}/full-{i}", "wb") as file:
                file.write(b"x" * 2**22)
    except OSError:
        pass
"""
