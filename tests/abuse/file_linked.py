"""Hands in a link to somebody else's work."""

LOST = "all"
SAYS = "is a link"


def submit(folder, content):
    other = folder.parents[1] / "0-honest" / "attention" / "attention.ipynb"
    (folder / "attention.ipynb").symlink_to(other)
