"""`lernformer check`: what students learn about a notebook before handing it in."""

import re

import nbformat
import pytest
from click.testing import CliRunner
from course import ROOT

import lernformer
from lernformer.cli import main
from lernformer.grading.judge.differences import STAMP, differences, stubs_of
from lernformer.grading.judge.notebooks import as_notebook
from lernformer.grading.judge.own_notebook import only_here
from lernformer.grading.judge.release import found_in

pytestmark = pytest.mark.slow

SCRIPT = ROOT / "solutions" / "attention" / "attention.py"
RIGHT = as_notebook(SCRIPT.read_text("utf-8"))
SHIFT = "scores - scores.max(axis=axis, keepdims=True)"


def check(*paths):
    return CliRunner().invoke(main, ["check", *map(str, paths)])


def test_a_right_notebook_earns_all_its_points(tmp_path):
    path = tmp_path / "attention.ipynb"
    path.write_text(RIGHT)
    result = check(path)
    assert "✗" not in result.output
    assert re.search(r"^  (\d+) of \1 points$", result.output, re.M)
    assert "for the question that a person reads" in result.output
    assert "differ" not in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import sklearn", "sklearn is no library of the course"),
        ("from einops.layers.torch import Rearrange", "einops is no library of"),
        ("import pandas as pd, numpy as np", "pandas is no library of the course"),
        ("def f():\n    import seaborn", "seaborn is no library of the course"),
        ("%matplotlib inline\nimport tqdm", "tqdm is no library of the course"),
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
def test_what_the_grader_need_not_have_is_told_while_working(tmp_path, code, told):
    for name in ("helpers.py", "my_notes.txt"):
        (tmp_path / name).write_text("rows = 3\n")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    lines = only_here(nbformat.writes(notebook).encode(), tmp_path)
    assert len(lines) == bool(told)
    assert told in "".join(lines)


def test_the_command_names_it(tmp_path):
    notebook = nbformat.reads(RIGHT, as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell("import no_such_library"))
    nbformat.write(notebook, tmp_path / "attention.ipynb")
    output = check(tmp_path).output
    assert "Note: no_such_library is no library of the course" in output


def test_a_notebook_of_another_version_is_told():
    """For example, a task's points changed, and a student replaced one of two files."""
    (worth,) = [cell.metadata.nbgrader.points for cell in cells("check_softmax")]
    assert told_of(lambda notebook: None) == []
    for change, words in (
        (points, f"softmax: {worth + 3} points here, {worth} there"),
        (stub, "softmax: its stub is different there"),
        (dealt, "scaled_dot_product_attention: its stub is different there"),
        (text, "its text around the tasks is different there"),
    ):
        assert told_of(change) == [words]


def test_the_command_tells_it_last(tmp_path):
    notebook = nbformat.reads(RIGHT, as_version=4)
    text(notebook)
    nbformat.write(notebook, tmp_path / "attention.ipynb")
    last = check(tmp_path).output.splitlines()[-3:]
    assert f"This notebook and lernformer {lernformer.__version__}" in last[0]
    assert "its text" in last[2]


def cells(name, notebook=None):
    notebook = notebook or nbformat.reads(RIGHT, as_version=4)
    return [cell for cell in notebook.cells if cell.id == name]


def told_of(change):
    notebook = nbformat.reads(RIGHT, as_version=4)
    change(notebook)
    stamped = notebook.metadata.lernformer[STAMP]
    exercise = found_in(notebook, "attention")
    return differences(exercise, stubs_of(notebook), stamped)


def points(notebook):
    cells("check_softmax", notebook)[0].metadata.nbgrader.points += 3


def stub(notebook):
    known = cells("softmax", notebook)[0].metadata.lernformer
    known.stub = known.stub.replace("Turn scores", "Change scores")


def dealt(notebook):
    name = "scaled_dot_product_attention"
    (known,) = [cell.metadata.lernformer for cell in cells(name, notebook)]
    known.stub += "  # differently"


def text(notebook):
    notebook.metadata.lernformer[STAMP] = "0" * 12


def test_a_mistake_is_named_and_a_folder_is_searched(tmp_path):
    assert RIGHT.count(SHIFT) == 1
    folder = tmp_path / "attention"
    folder.mkdir()
    (folder / "attention.ipynb").write_text(RIGHT.replace(SHIFT, "scores"))
    result = check(tmp_path)
    assert re.search(r"✗ softmax +1\.\d+ of 2", result.output)
    assert "nan" in result.output
    assert "Likely cause: exp overflows" in result.output
    assert "✓ MultiHeadAttention" in result.output
    assert result.exit_code == 1


def test_a_mistake_costs_one_task_and_those_that_call_it_tell(tmp_path):
    line = "return x.transpose(-3, -2)  # (..., H, L, d_k)"
    assert RIGHT.count(line) == 1
    path = tmp_path / "attention.ipynb"
    path.write_text(RIGHT.replace(line, "return x"))
    result = check(path)
    assert result.output.count("✗") == 1
    assert re.search(r"✗ split_heads +0 of \d", result.output)
    assert re.search(
        r"✓ MultiHeadAttention +(\d+) of \1\n"
        r"      MultiHeadAttention itself is right, but not yet with your own split_",
        result.output,
    )


def test_an_untouched_notebook_earns_nothing():
    result = check(ROOT / "exercises" / "attention" / "attention.ipynb")
    assert re.search(r"^  0 of \d+ points$", result.output, re.M)
    assert "not written yet" in result.output


def test_what_is_no_exercise_is_told_in_a_line(tmp_path):
    (tmp_path / "a.ipynb").write_text("{}")
    for path, words in (
        (tmp_path / "a.ipynb", "isn't an exercise"),
        (tmp_path / "none", "there is no notebook at"),
    ):
        result = check(path)
        assert words in result.output
        assert "Traceback" not in result.output
        assert result.exit_code != 0
