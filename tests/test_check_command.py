"""`lernformer check`: what students learn about a notebook before handing it in."""

import re
from contextlib import nullcontext

import nbformat
import pytest
from command_line import run
from course import ROOT

import lernformer
from lernformer.grading.assignment.notebooks import as_notebook
from lernformer.grading.assignment.stamp import STAMP
from lernformer.grading.judge.differences import differences, stubs_of
from lernformer.grading.judge.own_notebook import only_here
from lernformer.grading.judge.release import found_in

pytestmark = pytest.mark.slow

SCRIPT = ROOT / "solutions" / "attention" / "attention.py"
RIGHT = as_notebook(SCRIPT.read_text("utf-8"))
WRONG = {
    "scores - scores.max(axis=axis, keepdims=True)": "scores",  # of softmax
    "return x.transpose(-3, -2)  # (..., H, L, d_k)": "return x",  # of split_heads
}


@pytest.fixture(autouse=True)
def shared(sandboxes, monkeypatch):
    """Each command forks its notebook from the same process."""
    made = "lernformer.grading.sandbox.sandbox.Sandbox"
    monkeypatch.setattr(made, lambda *x, **y: nullcontext(sandboxes(*x, **y)))


def test_a_right_notebook_earns_all_its_points(tmp_path):
    path = tmp_path / "attention.ipynb"
    path.write_text(RIGHT)
    output = run("check", path).output
    assert "✗" not in output
    assert re.search(r"^  (\d+) of \1 points$", output, re.M)
    assert "for the question that a person reads" in output
    assert "differ" not in output


def test_mistakes_and_whatever_is_only_here_are_named(tmp_path):
    """A mistake costs one task; the verdicts of tasks that call it name it."""
    source = RIGHT
    for right, wrong in WRONG.items():
        assert RIGHT.count(right) == 1
        source = source.replace(right, wrong)
    notebook = nbformat.reads(source, as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell("import no_such_library"))
    text(notebook)
    (tmp_path / "attention").mkdir()
    nbformat.write(notebook, tmp_path / "attention" / "attention.ipynb")
    output = run("check", tmp_path, code=1).output
    assert output.count("✗") == 2
    assert re.search(r"✗ softmax +1\.\d+ of 2", output)
    assert "nan" in output
    assert "Likely cause: exp overflows" in output
    assert re.search(r"✗ split_heads +0 of \d", output)
    assert re.search(
        r"✓ MultiHeadAttention +(\d+) of \1\n"
        r"      MultiHeadAttention itself is right, but not yet with your own split_",
        output,
    )
    assert "Note: no_such_library isn't one of the course's libraries" in output
    last = output.splitlines()[-3:]
    assert f"This notebook and lernformer {lernformer.__version__}" in last[0]
    assert "its text" in last[2]


def test_an_untouched_notebook_earns_nothing():
    path = ROOT / "exercises" / "attention" / "attention.ipynb"
    output = run("check", path, code=1).output
    assert re.search(r"^  0 of \d+ points$", output, re.M)
    assert "not written yet" in output


def test_what_is_no_exercise_gets_a_line(tmp_path):
    (tmp_path / "a.ipynb").write_text("{}")
    output = run("check", tmp_path / "a.ipynb", code=1).output
    assert "isn't an exercise" in output
    assert "there is no notebook at" in run("check", tmp_path / "none", code=2).output


@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("import sklearn", "sklearn isn't one of the course's libraries"),
        ("from einops.layers.torch import Rearrange", "einops isn't one of"),
        ("import pandas as pd, numpy as np", "pandas isn't one of the course's"),
        ("def f():\n    import seaborn", "seaborn isn't one of the course's libraries"),
        ("%matplotlib inline\nimport tqdm", "tqdm isn't one of the course's libraries"),
        ("f = torch.compile(softmax)", "torch.compile changes nothing there"),
        ("@torch.compile\ndef f(x):\n    return x", "torch.compile changes nothing"),
        ("from helpers import rows", "helpers.py is next to the notebook"),
        ("rows = open('my_notes.txt').read()", "my_notes.txt is next to the notebook"),
        ("import numpy, math\nfrom torch import nn", ""),
        ("from matplotlib import pyplot\nfrom IPython.display import HTML", ""),
        ("from google.colab import drive", ""),
        ("import IPython, lernformer.checks, ipywidgets", ""),
        ("word = 'no file\\0'\nopen('somewhere else')", ""),
        ("this is no Python", ""),
    ],
)
def test_what_the_grader_need_not_have_is_reported_while_working(tmp_path, code, note):
    for name in ("helpers.py", "my_notes.txt"):
        (tmp_path / name).write_text("rows = 3\n")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    lines = only_here(nbformat.writes(notebook).encode(), tmp_path)
    assert len(lines) == bool(note)
    assert note in "".join(lines)


def cell(name, notebook):
    return next(cell for cell in notebook.cells if cell.id == name)


def points(notebook):
    cell("check_softmax", notebook).metadata.nbgrader.points += 3


def stub(notebook):
    known = cell("softmax", notebook).metadata.lernformer
    known.stub = known.stub.replace("Turn scores", "Change scores")


def dealt(notebook):
    known = cell("scaled_dot_product_attention", notebook).metadata.lernformer
    known.stub += "  # differently"


def text(notebook):
    notebook.metadata.lernformer[STAMP] = "0" * 12


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (lambda notebook: None, []),
        (points, ["softmax: 5 points here, 2 there"]),
        (stub, ["softmax: its stub is different there"]),
        (dealt, ["scaled_dot_product_attention: its stub is different there"]),
        (text, ["its text around the tasks is different there"]),
    ],
)
def test_a_notebook_of_another_version_is_reported(change, lines):
    """For example, a task's points changed, and a student replaced one of two files."""
    notebook = nbformat.reads(RIGHT, as_version=4)
    change(notebook)
    stamped = notebook.metadata.lernformer[STAMP]
    exercise = found_in(notebook, "attention")
    assert differences(exercise, stubs_of(notebook), stamped) == lines
