"""Swaps the names of a check and an answer."""


def change(notebook):
    cells = {cell.id: cell for cell in notebook.cells}
    one, other = cells["check_softmax"], cells["softmax"]
    for cell in (one, other):
        cell.metadata.nbgrader = dict(cell.metadata.nbgrader)
    one.metadata.nbgrader["grade_id"] = "softmax"
    other.metadata.nbgrader["grade_id"] = "check_softmax"


LOST = {"softmax": 0}
