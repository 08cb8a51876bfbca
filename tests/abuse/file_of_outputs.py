"""Hands in thirty megabytes of outputs; loses no points."""


def change(notebook):
    for cell in notebook.cells:
        if cell.id == "check_softmax":
            text = "x" * 30_000_000
            cell.outputs = [{"output_type": "stream", "name": "stdout", "text": text}]
