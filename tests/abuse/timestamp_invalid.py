"""Hands in an invalid time, at which nbgrader ends the run."""


def submit(folder, content):
    (folder / "attention.ipynb").write_bytes(content)
    (folder / "timestamp.txt").write_text("the day before yesterday\n" * 9)
