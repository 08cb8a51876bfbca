"""Hands in a list where a notebook should be."""

LOST = "all"
SAYS = "not a notebook"


def submit(folder, content):
    (folder / "attention.ipynb").write_text("[1, 2, 3]")
