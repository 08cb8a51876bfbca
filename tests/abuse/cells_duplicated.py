"""Hands in every cell twice, ids and all."""


def change(notebook):
    notebook.cells = [cell for cell in notebook.cells for _ in range(2)]
