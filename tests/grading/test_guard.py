"""What a notebook's code can reach in the process that decides, and what it can't."""

import contextlib
import importlib
import sys
import types
import warnings
from pathlib import Path

import pytest
from graded import notebook
from matplotlib.backends import backend_registry

from lernformer import CHAPTERS
from lernformer.grading.sandbox import guard, worker
from lernformer.grading.sandbox.killable import in_child
from lernformer.grading.sandbox.reader import guarded

HEADER = """
import contextlib, enum, functools, importlib.util, inspect, logging, math, operator
import os, re, string, sys, threading, typing
import matplotlib.pyplot as plt
import numpy
import numpy as np
import torch
from torch import nn
from IPython import display
x = torch.ones(2, 2)
a = np.ones(2)
text = "1"
def find(x, name=""): return x
class Own:
    secret = 3
    _hidden = 4
"""


@pytest.fixture(scope="module", autouse=True)
def shell():
    for name in worker.PRELOADED:  # as in the process that decides
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(name)
    backend_registry.list_all()
    yield worker.Student().shell
    worker.Shell.clear_instance()


def cells(name: str) -> list[tuple[str, str]]:
    """The pieces of code in a text file; a comment ends each and says what becomes."""
    found, lines = [], []
    for line in Path(__file__).with_name(name).read_text("utf-8").splitlines():
        code, mark, words = line.partition("  #")
        lines += [] if line.startswith("#") else [code]
        if mark:
            found.append(("\n".join(lines), words.strip()))
            lines = []
    return found


def outcome(cell: str) -> tuple[str, str]:
    """What is refused, and ``found`` or what else went wrong."""

    def run() -> tuple[str, str]:
        shell = worker.Shell.instance()
        space = {"__name__": "__main__", "get_ipython": lambda: shell}
        guard.close(space, sys.modules[__name__])
        for one in [*guarded(HEADER), *guarded(cell)]:
            try:
                exec(compile(worker.ast.Module([one], []), "cell", "exec"), space)
            except BaseException as error:
                return "; ".join(guard.refusals), f"{type(error).__name__}: {error}"
        return "; ".join(guard.refusals), str(space.get("found"))

    return in_child(run, 60)


@pytest.mark.parametrize("slug", CHAPTERS)
def test_what_is_handed_out_uses_no_name_that_is_refused(slug):
    for cell in notebook(slug).cells:
        if cell.cell_type == "code":
            code = "".join(map(worker.ast.unparse, guarded(cell.source)))
            assert "__refuse__" not in code


@pytest.mark.parametrize(("cell", "expected"), cells("guard_permits.txt"))
def test_what_is_on_the_list_or_its_own_runs(cell, expected):
    words, found = outcome(cell)
    assert words == ""
    # `find?` and the like ask for a terminal
    assert found == expected or "StdinNotImplemented" in found, found


@pytest.mark.parametrize(("cell", "words"), cells("guard_refuses.txt"))
def test_what_leads_elsewhere_is_refused(cell, words):
    refused, found = outcome(cell)
    assert words in refused
    assert refused or found != "None"


def test_what_a_notebook_sets_in_a_module_nobody_else_sees():
    cell = "np.exp = torch.softmax = None; setattr(np, 'sin', 1); sys.path.append('x')"
    check = (
        "np.testing.assert_allclose(1, 1); found = np.exp, np.sin, sys.path[-1] == 'x'"
    )
    assert outcome(f"{cell}\n{check}") == ("", "(None, 1, False)")


def test_every_module_that_can_be_reached_shows_what_is_listed_alone():
    """From everything that the course loads, by any path of plain names."""
    todo = [guard.view(sys.modules[name]) for name in ("numpy", "torch", "enum", "re")]
    seen = set()
    while todo:
        shown = todo.pop()
        if id(shown) in seen or len(seen) > 1000:
            continue
        seen.add(id(shown))
        module = guard._behind[shown]
        for name in list(vars(module)):
            try:
                with warnings.catch_warnings(action="ignore"):
                    found = getattr(shown, name)
            except (guard.Refused, AttributeError):
                continue
            if isinstance(found, types.ModuleType):
                assert isinstance(found, guard.View) or name == "__builtins__"
                todo.append(found)
            elif not name.startswith("__"):
                assert guard.is_listed(module.__name__, name)
    assert len(seen) > 50
