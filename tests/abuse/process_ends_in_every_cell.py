"""Has a hundred cells that each end the process."""

import nbformat


def change(made):
    for i in range(100):
        code = f"x = {i}\nimport os; os._exit(0)"
        made.cells.append(nbformat.v4.new_code_cell(code))
