"""Hands in nothing but a text file."""

LOST = "all"
SAYS = "there is no attention.ipynb"


def submit(folder, content):
    (folder / "answers.txt").write_text("all of them")
