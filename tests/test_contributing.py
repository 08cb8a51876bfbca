"""The recipe for a new task, followed word by word in a copy of the course."""

import os
import re
import subprocess
import sys

import pytest
from course import ROOT, copy_code

pytestmark = pytest.mark.slow

RECIPE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
STEP = re.compile(r"<!-- (\S+?)(, at the end)? -->\n```(?:python)?\n(.*?)```", re.S)
TASK = "attention.entropy"


def run(folder, *command):
    path = {"PYTHONPATH": str(folder / "src"), "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, **path},
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    copy_code(folder)
    chapter = folder / "src/lernformer/attention.py"
    listed = chapter.read_text("utf-8").replace(
        '    "MultiHeadAttention",\n]', '    "MultiHeadAttention",\n    "entropy",\n]'
    )
    chapter.write_text(listed, "utf-8")
    for name, at_the_end, code in STEP.findall(RECIPE):
        before = (folder / name).read_text("utf-8") if at_the_end else ""
        (folder / name).write_text(f"{before}\n\n{code}" if before else code, "utf-8")
    return folder


def test_it_touches_seven_files():
    assert len({name for name, _, _ in STEP.findall(RECIPE)}) == 7


def test_its_answers_are_judged(course):
    tests = [f"tests/test_{name}.py" for name in ("checks", "layout", "examples")]
    done = run(
        course, "-m", "pytest", "-v", "-p", "no:cacheprovider", *tests, "-k", TASK
    )
    assert done.returncode == 0, done.stdout
    for name in ("catalogue_without_minus", "of_a_quotient", "by_einsum"):
        assert f"{name}] PASSED" in done.stdout


def test_it_makes_the_cells_of_the_exercise(course):
    code = (
        "from pathlib import Path; import nbformat\n"
        "from lernformer.grading.judge.notebooks import as_notebook\n"
        "script = Path('solutions/attention/attention.py').read_text('utf-8')\n"
        "cells = nbformat.reads(as_notebook(script), 4).cells\n"
        "print([cell.id for cell in cells])\n"
    )
    done = run(course, "-c", code)
    assert "'entropy'" in done.stdout, done.stderr
    assert "'check_entropy'" in done.stdout


def test_the_commands_are_there():
    named = re.findall(r"`make ([a-z -]+)`", RECIPE)
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
    assert {word for words in named for word in words.split()} <= set(targets)
