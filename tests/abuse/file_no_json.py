"""Hands in a file that is not a notebook."""

LOST = "all"
SAYS = "not a notebook"


def submit(folder, content):
    (folder / "attention.ipynb").write_bytes(content[: len(content) // 2])
