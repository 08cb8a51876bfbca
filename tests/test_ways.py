"""A different way to write it: right answers, shown to students with full points."""

import itertools
import json
import math
from collections import Counter

import numpy as np
import pytest
import torch
from notebook import NAIVE, SOFTMAX
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer.checks import run, task, ways
from tests.answers import ways as written

KNOWN = json.loads(ways.TARGET.read_text("utf-8"))
LIBRARIES = {
    **{"np": np, "torch": torch, "math": math, "itertools": itertools},
    **{"nn": nn, "F": F, "Tensor": Tensor, "Counter": Counter},
}
MORE = "Another way to write it"
ONE = "from lernformer.checks import recheck\nrecheck()"


def test_they_are_those_of_the_bank():
    assert ways.TARGET.read_text("utf-8") == written.text()


@pytest.mark.parametrize("task_id", KNOWN)
def test_each_is_right_and_says_its_idea(task_id):
    assert not task(task_id).bugs
    for code in KNOWN[task_id]:
        names = dict(LIBRARIES)
        exec(code, names)
        answer = names[task_id.partition(".")[2]]
        assert answer.__doc__
        assert run(task_id, answer, seed=1).passed


def test_a_way_is_offered_with_full_points_alone(notebook, capsys):
    notebook.run(SOFTMAX, "softmax")
    softmax = notebook.shell.user_ns["softmax"]
    html = ways.folded_way("attention.softmax", softmax)
    assert MORE in html
    assert "def softmax" in html
    assert ways.folded_way("attention.softmax", torch.softmax) == ""  # not from a cell
    assert ways.folded_way("attention.merge_heads", softmax) == ""  # a bug to find


def test_the_way_is_not_ones_own(notebook):
    for code in KNOWN["attention.softmax"]:
        notebook.run(code, "softmax")
        own = notebook.shell.user_ns["softmax"]
        assert ways.another("attention.softmax", own) not in ("", code)


def test_running_an_answer_checks_it_if_that_is_wanted(notebook):
    assert "✗" not in notebook.run(NAIVE, "softmax")
    assert "From now on" in notebook.run(ONE)
    assert "✗ attention.softmax" in notebook.run(NAIVE, "softmax")
    assert "✓ attention.softmax: passed" in notebook.run(SOFTMAX, "softmax")
    assert "attention.softmax" not in notebook.run("softmax([1.0])")
    notebook.run("recheck(False)")
    assert "✗" not in notebook.run(NAIVE, "softmax")
