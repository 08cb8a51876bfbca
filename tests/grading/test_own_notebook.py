"""`lernformer check` where nothing can be forked, as on Windows."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from course import ROOT

from lernformer.grading.judge.notebooks import as_notebook

pytestmark = pytest.mark.slow

WITHOUT = Path(__file__).parents[1] / "without_posix.py"
RIGHT = as_notebook((ROOT / "solutions/attention/attention.py").read_text("utf-8"))
SHIFT = "scores - scores.max(axis=axis, keepdims=True)"


def test_a_notebook_is_checked_without_anything_of_posix(tmp_path):
    assert RIGHT.count(SHIFT) == 1
    path = tmp_path / "attention.ipynb"
    path.write_text(RIGHT.replace(SHIFT, "scores"))
    ran = subprocess.run(
        [sys.executable, WITHOUT, "check", path],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    assert re.search(r"✗ softmax +1\.\d+ of 2", ran.stdout)
    assert "Likely cause: exp overflows" in ran.stdout
    assert ran.stdout.count("✗") == 1
    assert re.search(r"✓ MultiHeadAttention +(\d+) of \1", ran.stdout)
    assert "more for the question that a person reads" in ran.stdout
