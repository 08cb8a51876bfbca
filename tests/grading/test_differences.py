"""How two versions of an exercise differ."""

import json

import pytest

from lernformer.grading.judge.differences import stamp_of

MARKED = {"metadata": {"lernformer": {"exercise": "0123"}}, "cells": [], "nbformat": 4}


def test_the_stamp_of_a_notebook():
    assert stamp_of(json.dumps(MARKED).encode()) == "0123"


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
def test_what_has_none_has_no_stamp(content):
    assert stamp_of(content) == ""
