"""Hands in a named pipe, which keeps its reader waiting."""

import os

LOST = "all"
SAYS = "not a file"


def submit(folder, content):
    os.mkfifo(folder / "attention.ipynb")
