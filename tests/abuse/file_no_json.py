"""Hands in a file that is no notebook."""

LOST = "all"
SAYS = "no notebook"


def submit(folder, content):
    (folder / "attention.ipynb").write_bytes(content[: len(content) // 2])
