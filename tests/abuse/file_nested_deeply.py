"""Hands in a million brackets."""

LOST = "all"
SAYS = "not a notebook"


def submit(folder, content):
    (folder / "attention.ipynb").write_text("[" * 10**6)
