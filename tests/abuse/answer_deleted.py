"""Deletes one answer."""

LOST = {"split_heads": 0}


def change(notebook):
    notebook.cells = [c for c in notebook.cells if c.id != "split_heads"]
