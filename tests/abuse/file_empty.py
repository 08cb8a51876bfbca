"""Hands in an empty file."""

LOST = "all"
SAYS = "not a notebook"


def submit(folder, content):
    (folder / "attention.ipynb").touch()
