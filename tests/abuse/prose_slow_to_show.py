"""Has prose that takes a Markdown renderer minutes."""

import nbformat


def change(made):
    for text in ("# a\n" * 50_000, "&" * 150_000, "```\n" * 40_000):
        made.cells.append(nbformat.v4.new_markdown_cell(text))
