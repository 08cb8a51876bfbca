"""Makes its page load pictures from other hosts, and from the hub to log out."""

from nbformat.v4 import new_markdown_cell

TEXTS = (
    "| a |\n|---|\n| ![x](https://example.invalid/x.png) |",
    "!!![x](https://example.invalid/x.png)",
    "![x][y]\n\n[y]: https://example.invalid/x.png",
    "\\![x](/hub/logout)",
    "[![x](https://example.invalid/x.png)](https://example.invalid)",
)


def change(made):
    made.cells += [new_markdown_cell(text) for text in TEXTS]
