"""Hands in a notebook without cells."""

LOST = "all"


def change(notebook):
    notebook.cells = []
