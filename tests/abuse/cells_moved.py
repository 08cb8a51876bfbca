"""Puts the cells in reverse order."""

LOST = {}


def change(notebook):
    checks = [c for c in notebook.cells if c.id.startswith("check_")]
    others = [c for c in notebook.cells if not c.id.startswith("check_")]
    notebook.cells = checks[::-1] + others
