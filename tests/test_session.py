"""No verdict on code that is no longer there."""

import asyncio
from pathlib import Path

import pytest
import torch
from notebook import CHECK, NAIVE, SOFTMAX

from lernformer import checks
from lernformer.checks import run
from lernformer.checks.session import SESSION

PASSED = "✓ attention.softmax: passed"


def test_what_was_run_is_checked(notebook):
    assert torch.get_num_threads() == 1
    notebook.run(SOFTMAX, "softmax")
    assert PASSED in notebook.check()
    notebook.run(NAIVE, "softmax")
    assert "✗ attention.softmax: not yet" in notebook.check()
    assert PASSED in notebook.run(SOFTMAX + CHECK)  # both in one cell


RENAMED = SOFTMAX.replace("def softmax", "def my_max")


@pytest.mark.parametrize("cell", ["softmax", "a name that another editor gives"])
@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (SOFTMAX + "print((", "cannot read the cell of softmax: SyntaxError"),
        (SOFTMAX.replace("    return", "  return"), "softmax: IndentationError"),
        (RENAMED, "now defines my_max and no longer softmax"),
        ("", "now defines nothing and no longer softmax"),
        ("class A(Missing): pass\n" + SOFTMAX, "stopped with NameError (name 'Missing"),
    ],
)
def test_what_was_not_run_is_not_checked(notebook, broken, message, cell):
    notebook.run(SOFTMAX, cell)
    assert PASSED in notebook.check()
    notebook.run(broken, cell)
    out = notebook.check()
    assert "Not checked: " in out
    assert message in out
    assert PASSED not in out
    assert "CheckFailed" in out
    notebook.run(SOFTMAX, cell)
    assert PASSED in notebook.check()


@pytest.mark.parametrize("cell", [SOFTMAX + "softmax(None)", "%%time\n" + SOFTMAX])
def test_an_error_after_the_definition_and_magic_do_no_harm(notebook, cell):
    notebook.run(cell, "softmax")
    assert PASSED in notebook.check()


def test_a_name_that_is_not_there_is_explained(notebook):
    out = notebook.check()
    assert "run its cell first, then this one. After a restart of the kernel" in out
    notebook.run(SOFTMAX + "((", "softmax")
    assert "its cell stopped with SyntaxError" in notebook.check()
    notebook.run(RENAMED, "softmax")
    assert "its cell defines my_max" in notebook.check()
    assert "There is no" not in notebook.run("mistyped")


LATER = """\
{"cells": [
 {"cell_type": "markdown", "source": "total = 0"},
 {"cell_type": "code", "source": "# Count\\nif 1: total = 1\\ndef f(): y = 1"},
 {"cell_type": "code", "source": "not Python"},
 {"cell_type": "code", "source": "print(total)"},
 {"cell_type": "code", "source": "total = 2"}
]}
"""


def test_a_name_that_another_cell_gives_is_explained(notebook):
    assert "There is no" not in notebook.run("print(total)")  # there is no file
    Path("attention.ipynb").write_text(LATER)
    message = "There is no total yet: first run the cell that begins with: # Count"
    assert message in notebook.run("print(total)")
    assert "There is no" not in notebook.run("print(y)")
    assert "There is no" not in notebook.run("1 / 0")


def test_what_torch_loads_late_is_loaded_between_two_cells(monkeypatch):
    imported = []
    monkeypatch.setattr(checks.importlib, "import_module", imported.append)
    monkeypatch.setattr(checks, "IDLE", 0)
    checks.load_when_idle("torch")  # no kernel, no time between cells
    assert imported == []

    async def kernel():
        checks.load_when_idle("torch")
        assert imported == []  # the cell goes on
        await asyncio.sleep(0.01)

    asyncio.run(kernel())
    assert imported == ["torch"]


def test_a_figure_checks_nothing_again(notebook, monkeypatch):
    checked = []

    def counting(*given, **options):
        checked.append(given[0])
        return run(*given, **options)

    monkeypatch.setattr("lernformer.checks.run", counting)
    notebook.run(SOFTMAX, "softmax")
    notebook.check()
    assert "True" in notebook.run("print(passed(softmax), passed(softmax))")
    assert checked == ["attention.softmax"]
    notebook.run(NAIVE, "softmax")
    assert "until this passes: softmax" in notebook.run("passed(softmax)")
    assert checked == ["attention.softmax"] * 2


def test_what_an_answer_calls_is_checked_anew(notebook):
    shift = "shift = lambda scores, axis: scores - scores.max(axis, keepdims=True)"
    calling = SOFTMAX.replace(
        "scores - scores.max(axis=axis, keepdims=True)", "shift(scores, axis)"
    )
    notebook.run(shift, "shift")
    notebook.run(calling, "softmax")
    assert "True" in notebook.run("print(passed(softmax))")
    notebook.run("shift = lambda scores, axis: scores", "shift")
    assert "False" in notebook.run("print(passed(softmax))")


def test_an_answer_counts_as_one_try(notebook):
    notebook.run(NAIVE, "softmax")
    notebook.check()
    notebook.check()
    assert len(SESSION.tries["attention.softmax"]) == 1
