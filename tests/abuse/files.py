"""Attacks by the files that are handed in."""

import json
import os

from .attack import submits

FILE = "attention.ipynb"
NO_NOTEBOOK = submits(earns=None, says="not a notebook")
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"


@submits(earns=None, says="is a link")
def file_linked(folder, content):
    """Hands in a link to somebody else's work."""
    other = folder.parents[1] / "0-honest" / "attention" / FILE
    (folder / FILE).symlink_to(other)


@NO_NOTEBOOK
def file_empty(folder, content):
    """Hands in an empty file."""
    (folder / FILE).touch()


@submits()
def file_linked_beside(folder, content):
    """Hands in links to private files, to be copied into the feedback."""
    (folder / FILE).write_bytes(content)
    (folder / "passwd.txt").symlink_to("/etc/passwd")
    (folder / "gradebook.txt").symlink_to(folder.parents[2] / "gradebook.db")
    (folder / "everything").symlink_to("/")


@submits(earns=None, says="there is no attention.ipynb")
def file_missing(folder, content):
    """Hands in nothing but a text file."""
    (folder / "answers.txt").write_text("all of them")


@NO_NOTEBOOK
def file_nested_deeply(folder, content):
    """Hands in a million brackets."""
    (folder / FILE).write_text("[" * 10**6)


@submits(earns=None, says="nested too deeply")
def file_nested_in_metadata(folder, content):
    """Nests the notebook's metadata deeper than any reader goes; the rest is right."""
    depth = 100_000
    nested = b'"metadata": {"x": ' + b"[" * depth + b"]" * depth + b"}, "
    (folder / FILE).write_bytes(content.replace(b"{", b"{" + nested, 1))


@NO_NOTEBOOK
def file_no_json(folder, content):
    """Hands in a file that is not a notebook."""
    (folder / FILE).write_bytes(content[: len(content) // 2])


def old(folder, content, name="", headings=()):
    """Write a notebook in the format of ten years ago."""
    found = json.loads(content)
    for cell in found["cells"]:
        cell["metadata"] = cell.get("metadata", {})
        if cell["cell_type"] == "code":
            cell["input"], cell["language"] = cell.pop("source"), "python"
            cell["outputs"], cell["prompt_number"] = [], None
            cell.pop("execution_count", None)
        cell.pop("id", None)
    cells = [*found["cells"], *headings]
    made = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": name}}
    made["worksheets"] = [{"cells": cells, "metadata": {}}]
    (folder / FILE).write_text(json.dumps(made))


@submits()
def file_of_an_old_format(folder, content):
    """Hands in the notebook format of ten years ago; loses no points."""
    old(folder, content)


@submits()
def file_of_an_old_format_without_end(folder, content):
    """Hands in the old format with very many outputs; costs nothing but time."""
    output = {"output_type": "pyout", "metadata": {}, "text": "x"}
    outputs = [output] * 100_000
    code = {"cell_type": "code", "input": "1", "language": "python"}
    heading = {"cell_type": "heading", "level": 10**10, "source": "a"}
    old(folder, content, headings=[code | {"outputs": outputs}, heading])


@submits()
def script_in_an_old_heading(folder, content):
    """Hands in a heading of notebook format 3, whose text becomes HTML."""
    text = f"{SCRIPT} [x](javascript:a)"
    heading = {"cell_type": "heading", "metadata": {}, "source": text}
    headings = [heading | {"level": level} for level in (1, 7, 0)]
    old(folder, content, name=SCRIPT, headings=headings)


@NO_NOTEBOOK
def file_of_an_unknown_format(folder, content):
    """Claims a format that no program knows."""
    made = json.loads(content) | {"nbformat": 10**400, "nbformat_minor": {}}
    (folder / FILE).write_text(json.dumps(made))


@NO_NOTEBOOK
def file_of_another_kind(folder, content):
    """Hands in a list where a notebook should be."""
    (folder / FILE).write_text("[1, 2, 3]")


@submits(earns=None, says="too many parts")
def file_of_many_parts(folder, content):
    """Hands in fifty megabytes of empty lists."""
    text = b'{"nbformat": 4, "cells": [' + b"[]," * 16_000_000 + b"[]]}"
    (folder / FILE).write_bytes(text)


@submits()
def file_of_names_given_twice(folder, content):
    """Has each part of the file twice: first nonsense, then the content that counts."""
    twice = b'{"cells": 3, "nbformat": "x", "metadata": [], ' + content.lstrip()[1:]
    (folder / FILE).write_bytes(twice)


@submits(earns=None, says="not a file")
def file_that_waits(folder, content):
    """Hands in a named pipe, which keeps its reader waiting."""
    os.mkfifo(folder / FILE)


@submits()
def file_with_invalid_bytes(folder, content):
    """Hands in bytes that are not UTF-8; loses no points."""
    content = content.replace(b"# Exercise: attention", b"# Exercise \xff\xfe\xc3")
    (folder / FILE).write_bytes(b"\xef\xbb\xbf" + content)


@submits()
def folder_of_strange_files(folder, content):
    """Also hands in strange names, links to nowhere and a time that is none."""
    (folder / FILE).write_bytes(content)
    for name in (b"\xff\xfe.ipynb", b"\x1b[2Ja.ipynb", b"a\nb.ipynb", b"<b>.ipynb"):
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(content)
        os.makedirs(os.path.join(os.fsencode(folder.parent), name))
    (folder / "loop").symlink_to("loop")
    (folder / "data.csv").symlink_to("/dev/zero")
    (folder / "notes").symlink_to("nowhere")
    (folder / "timestamp.txt").write_text("the day before yesterday\n" * 9)
