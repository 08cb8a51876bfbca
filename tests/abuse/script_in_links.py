"""Has links that run a script when they are followed."""

from nbformat.v4 import new_markdown_cell

TEXTS = (
    "[x](javascript:alert(1))",
    "[x]( java&#115;cript:alert(1) 'title')",
    "[x][y]\n\n[y]:javascript:alert(1)",
    "<javascript:alert(1)>",
    "| a |\n|---|\n| [x](javascript:alert(1)) |",
    "[x](data:text/html,<script>alert(1)</script>)",
    "$\\href{javascript:alert(1)}{x}$",
)


def change(made):
    made.cells += [new_markdown_cell(text) for text in TEXTS]
