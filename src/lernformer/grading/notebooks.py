"""Exercises as notebooks: `solutions/<slug>/<slug>.py` → `….ipynb` beside it.

The script (jupytext, py:percent) is what people edit and review; the notebook is what
nbgrader reads. The same script gives the same bytes, whatever was run before.
"""

from functools import cache
from pathlib import Path

import jupytext
import nbformat
from nbformat.v4 import new_code_cell

from lernformer import whole

# Before the first code of an exercise. In JupyterLab, on Binder and in the zip the
# course is there; on Colab it is not.
INSTALL = """\
# On Colab, this installs what the exercise needs; elsewhere it does nothing.
from importlib.util import find_spec

if find_spec("lernformer") is None:
    {remedy}"""
FROM = "%pip install --quiet git+https://github.com/{repository}"
NOWHERE = """raise ImportError(
        "first install the course: %pip install git+https://github.com/OWNER/NAME"
    )"""

METADATA = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {"name": "python"},
}


@cache  # one nbgrader command reads its configuration up to four times
def as_notebook(script: str, repository: str = "") -> str:
    """Turn the text of a script into the text of its notebook.

    Cells are named after their `grade_id`, or after their place ("cell-3" is the
    fourth), because jupytext draws new random names each time.

    Raises:
        ValueError: if two cells share a `grade_id`.
    """
    notebook = jupytext.reads(script, fmt="py:percent")
    # Only these: `jupytext.formats` makes Jupyter write a second file beside the
    # notebook, at the student's too.
    notebook.metadata = nbformat.from_dict(METADATA)
    for place, cell in enumerate(notebook.cells):
        cell.id = cell.metadata.get("nbgrader", {}).get("grade_id", f"cell-{place}")
        cell.metadata.pop("lines_to_next_cell", None)  # jupytext's own note
    names = [cell.id for cell in notebook.cells]
    _add_install(notebook, repository)
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"grade_id used more than once: {', '.join(twice)}")
    notebook.nbformat, notebook.nbformat_minor = 4, 5  # the first with cell ids
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def _add_install(notebook: nbformat.NotebookNode, repository: str) -> None:
    kinds = [cell.cell_type for cell in notebook.cells]
    if "code" in kinds:
        remedy = FROM.format(repository=repository) if repository else NOWHERE
        cell = new_code_cell(INSTALL.format(remedy=remedy), id="install")
        notebook.cells.insert(kinds.index("code"), cell)


def refresh(solutions: Path, repository: str = "") -> list[Path]:
    """Bring the notebook beside every `solutions/<slug>/<slug>.py` up to date.

    The notebook is read-only: a change made there would be lost, it belongs in the
    script. A reader sees the old notebook or the new one, never half of it. Where the
    script is broken there is no notebook, so that nobody releases an outdated one.

    Returns:
        The notebooks that had to be written.

    Raises:
        ValueError: names every script that makes no valid notebook, and why.
    """
    written, broken = [], []
    for script in sorted(solutions.glob("*/*.py")):
        if script.stem != script.parent.name:
            continue  # a helper beside it is no exercise
        notebook = script.with_suffix(".ipynb")
        try:
            text = as_notebook(script.read_text(encoding="utf-8"), repository)
        except Exception as error:
            notebook.unlink(missing_ok=True)
            broken.append(f"{script}: {error}")
            continue
        if notebook.exists() and notebook.read_text(encoding="utf-8") == text:
            continue
        with whole.writing(notebook) as part:
            part.write_text(text, encoding="utf-8")
        notebook.chmod(0o444)
        written.append(notebook)
    if broken:
        raise ValueError("\n".join(broken))
    return written
