"""Hands in a hundred megabytes of prose."""

import nbformat


def change(made):
    for _ in range(500):
        made.cells.append(nbformat.v4.new_markdown_cell("word " * 40_000))
