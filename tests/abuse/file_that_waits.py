"""Hands in a named pipe, which keeps its reader waiting."""

import os

LOST = "all"
SAYS = "no file"


def submit(folder, content):
    os.mkfifo(folder / "attention.ipynb")
