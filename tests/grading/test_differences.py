"""What tells two versions of an exercise apart."""

import json
import os

import pytest

from lernformer.grading.differences import stamp_of

MARKED = {"metadata": {"lernformer": {"exercise": "0123"}}, "cells": [], "nbformat": 4}


def test_the_stamp_of_a_notebook(tmp_path):
    path = tmp_path / "attention.ipynb"
    path.write_text(json.dumps(MARKED))
    assert stamp_of(path) == "0123"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        b"[]",
        b'{"cells": [], "nbformat": 4}',
        b'{"cells": [], "nbformat": 4, "metadata": []}',
        json.dumps(MARKED).replace('"0123"', "[1]").encode(),
    ],
)
def test_what_has_none_has_no_stamp(content, tmp_path):
    path = tmp_path / "attention.ipynb"
    path.write_bytes(content)
    assert stamp_of(path) == ""


def test_what_is_no_file_has_no_stamp(tmp_path):
    """Nobody waits for a pipe or reads what a link leads to."""
    real = tmp_path / "real.ipynb"
    real.write_text(json.dumps(MARKED))
    (tmp_path / "link.ipynb").symlink_to(real)
    (tmp_path / "folder.ipynb").mkdir()
    os.mkfifo(tmp_path / "pipe.ipynb")
    for name in ("link", "folder", "pipe", "missing"):
        assert stamp_of(tmp_path / f"{name}.ipynb") == ""
