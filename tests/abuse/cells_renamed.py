"""Gives every cell a new name."""


def change(notebook):
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata and cell.cell_type == "code":
            cell.metadata.nbgrader.grade_id += "_x"
