"""Has each part of the file twice: what it is first, and what counts."""


def submit(folder, content):
    twice = b'{"cells": 3, "nbformat": "x", "metadata": [], ' + content.lstrip()[1:]
    (folder / "attention.ipynb").write_bytes(twice)
