"""Hands in an empty file."""

LOST = "all"
SAYS = "no notebook"


def submit(folder, content):
    (folder / "attention.ipynb").touch()
