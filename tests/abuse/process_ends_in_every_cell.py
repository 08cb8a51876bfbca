"""Has a hundred cells, each of which ends the process."""

import nbformat


def change(made):
    for i in range(100):
        code = f"x = {i}\nimport os; os._exit(0)"
        made.cells.append(nbformat.v4.new_code_cell(code))
