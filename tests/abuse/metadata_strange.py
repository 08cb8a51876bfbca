"""Hands in metadata of unexpected types and versions."""


def change(notebook):
    strange = [None, 7, [], "x", {"grade_id": 7}, {"schema_version": 99}]
    for i, cell in enumerate(notebook.cells):
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader.pop("schema_version")
        else:
            cell.metadata["nbgrader"] = strange[i % len(strange)]
