"""The whole course without a browser: `jupyter nbconvert --execute` to the end."""

import subprocess
import sys

import graded
import nbformat
import pytest
from extent import some

from lernformer import CHAPTERS

pytestmark = pytest.mark.slow
SWITCHES = {"mine = False": "mine = True", "steps = 0 ": "steps = 30 "}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """All notebooks, solved and side by side, as the last one needs them."""
    folder = tmp_path_factory.mktemp("solved")
    for slug in CHAPTERS:
        made = graded.notebook(slug)
        for cell in made.cells:
            for off, on in SWITCHES.items():
                cell.source = cell.source.replace(off, on)
        (folder / slug).mkdir()
        nbformat.write(made, folder / slug / f"{slug}.ipynb")
    return folder


@pytest.mark.parametrize("slug", some(CHAPTERS, ["masking"]))
def test_every_cell_runs_to_its_end(slug, folder):
    chapter = folder / slug
    convert = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute"]
    # far more than a cell takes; a cell that never returns fails the test
    limit = "--ExecutePreprocessor.timeout=600"
    ran = subprocess.run(
        [*convert, limit, "--output", "ran.ipynb", f"{slug}.ipynb"],
        cwd=chapter,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    made = nbformat.read(chapter / "ran.ipynb", as_version=4)
    code = [cell for cell in made.cells if cell.cell_type == "code" and cell.source]
    assert all(cell.execution_count for cell in code)
    raised = [x for cell in code for x in cell.outputs if x.output_type == "error"]
    assert raised == []
