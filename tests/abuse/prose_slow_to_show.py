"""Has prose over which a renderer of Markdown sits for minutes."""

import nbformat


def change(made):
    for text in ("# a\n" * 50_000, "&" * 150_000, "```\n" * 40_000):
        made.cells.append(nbformat.v4.new_markdown_cell(text))
