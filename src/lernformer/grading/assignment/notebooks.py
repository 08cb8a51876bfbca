"""Converts exercise scripts (`solutions/<slug>/<slug>.py`) to notebooks next to them.

People edit and review the script, a jupytext file in the py:percent format with one
line for each task (see `marker`). nbgrader reads the notebook. The same script always
produces the same notebook, byte for byte.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import jupytext
import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

import lernformer
from lernformer import atomic
from lernformer.grading.assignment import marker
from lernformer.grading.assignment.stamp import STAMP, stamp

# Goes before an exercise's first code cell, because Colab doesn't have the course
# installed. JupyterLab, Binder and the zip do.
INSTALL = """\
# {comment}
from importlib.util import find_spec

if find_spec("lernformer") is None:
    {remedy}"""
FROM = "%pip install --quiet git+{repository}"
INSTALLS = "Where the course is missing, as on Colab, this installs it."
LOOKS = "This checks that the course is installed; it changes nothing."
NOWHERE = """raise ImportError(
        "this Python has no lernformer: open the notebook with `make lab` in the "
        "course's folder, or as the README.txt beside the notebooks says"
    )"""

# Goes before all code: instructions that apply to every exercise.
HOW = Path(__file__).with_name("how_to_work.md")
# Goes after everything else.
CLOSING = "status()  # your points so far, and what to do next"
# `# %% folded` marks our own code that only draws something. Its first line says what
# it draws, and JupyterLab hides the other lines until you click on it.
FOLDED = {"jupyter": {"source_hidden": True}}
# With this tag, "Run All Above Selected Cell" keeps going after a task that isn't right
# yet, or after an answer that Python can't parse.
GOES_ON = ["raises-exception"]

METADATA = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {"name": "python"},
}


@cache  # one nbgrader command reads its configuration up to four times
def as_notebook(
    script: str, repository: str = "", own_code_points: float = 0, term: str = ""
) -> str:
    """Convert the text of a script to the text of its notebook.

    Each cell is named by its `grade_id`, or by its position if it has none ("cell-3" is
    the fourth cell). Otherwise, jupytext would generate new random names each time.

    Args:
        repository: the address to install the course from if it is missing.
        own_code_points: the points for questions about students' own code. 0 leaves
            these questions out.
        term: the current term. Each term gets different questions.

    Raises:
        ValueError: if two cells share a `grade_id`, or if a marker matches no task; the
            message gives the marker's line.
    """
    notebook = jupytext.reads(script, fmt="py:percent")
    notebook.cells = list(_expanded(notebook.cells, script))
    _fill_in_points(notebook.cells)
    # No other metadata: `jupytext.formats` would make Jupyter write a second file next
    # to the notebook, on students' computers too.
    notebook.metadata = nbformat.from_dict(METADATA)
    for place, cell in enumerate(notebook.cells):
        cell.id = cell.metadata.get("nbgrader", {}).get("grade_id", f"cell-{place}")
        cell.metadata.pop("lines_to_next_cell", None)  # jupytext's own note
        if cell.cell_type == "code" and cell.metadata:  # part of a task, or folded
            cell.metadata["tags"] = [*GOES_ON]
    names = [cell.id for cell in notebook.cells]
    if "\n# %% task " in script:  # otherwise it uses none of our checks
        _add_frame(notebook, repository)
        if own_code_points:
            slug = script.partition("\n# %% task ")[2].partition(".")[0]
            notebook.cells[-1:-1] = marker.own_code_cells(slug, own_code_points, term)
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"grade_id used more than once: {', '.join(twice)}")
    _stamp(notebook)
    notebook.nbformat, notebook.nbformat_minor = 4, 5  # the first version with cell ids
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def _expanded(cells: list[NotebookNode], script: str) -> Iterator[NotebookNode]:
    """Yield a notebook's cells, with the cells of a task in place of its marker."""
    first = True
    for cell in cells:
        title = cell.metadata.pop("title", None)  # what follows "# %%"
        if title == "folded":
            cell.metadata.update(nbformat.from_dict(FOLDED))
        if title in (None, "folded"):
            yield cell
            continue
        try:
            if found := marker.ANSWER.fullmatch(title):
                yield from marker.answer_cells(found[1], int(found[2]))
            else:
                yield from marker.task_cells(title, cell.source, first)
                first = False
        except ValueError as error:
            line = script[: script.index(title)].count("\n") + 1
            raise ValueError(f"line {line}: {error}") from error


def _stamp(notebook: NotebookNode) -> None:
    """Stamp a notebook so that its version can be recognised later.

    The stamp covers the stubs that students get, not the solutions.
    """
    cells = (
        {**cell, "source": cell.metadata.get("lernformer", {}).get("stub", cell.source)}
        for cell in notebook.cells
        if not (cell.cell_type == "markdown" and "nbgrader" in cell.metadata)
    )
    notebook.metadata.lernformer = {STAMP: stamp([*cells])}


def _fill_in_points(cells: list[NotebookNode]) -> None:
    """Replace ``{points}`` in a cell with the points for the answer cell after it."""
    for cell, answer in pairwise(cells):
        if "{points}" in cell.source:
            points = answer.metadata.get("nbgrader", {}).get("points")
            if points is None:
                raise ValueError("the cell after {points} isn't worth any points")
            words = f"{points:g} point{'s' * (points != 1)}"
            cell.source = cell.source.replace("{points}", words)


def _add_frame(notebook: NotebookNode, repository: str) -> None:
    """Add the cells that every exercise begins and ends with."""
    kinds = [cell.cell_type for cell in notebook.cells]
    if "code" in kinds:
        remedy = FROM.format(repository=repository) if repository else NOWHERE
        comment = INSTALLS if repository else LOOKS
        source = INSTALL.format(comment=comment, remedy=remedy)
        cell = new_code_cell(source, id="install")
        start, how = kinds.index("code"), HOW.read_text("utf-8").rstrip("\n")
        notebook.cells[start:start] = [new_markdown_cell(how, id="how"), cell]
        notebook.cells.append(new_code_cell(CLOSING, id="status"))


def refresh(
    solutions: Path, repository: str = "", own_code_points: float = 0, term: str = ""
) -> list[Path]:
    """Bring the notebook of each `solutions/<slug>/<slug>.py` up to date.

    Notebooks are read-only, because this function overwrites them. Edit the script
    instead. A notebook is replaced in one step, so nobody can open it while it is only
    partly written. If a script is broken, its notebook is deleted, so that nobody
    releases an outdated version by mistake.

    A hidden file records what each notebook was made from. Notebooks that are already
    up to date are skipped, because making a notebook imports torch, which takes
    several seconds.

    Returns:
        The notebooks that were written.

    Raises:
        ValueError: if a script doesn't produce a valid notebook; the message names the
            script and the reason.
    """
    written, broken = [], []
    settings = repository, own_code_points, term if own_code_points else ""
    for script in sorted(solutions.glob("*/*.py")):
        if script.stem != script.parent.name:
            continue  # a helper next to it, not an exercise
        notebook = script.with_suffix(".ipynb")
        made = script.with_name(f".{script.stem}.made")
        if made.exists() and made.read_text("utf-8") == _origin(notebook, settings):
            continue
        try:
            text = as_notebook(script.read_text(encoding="utf-8"), *settings)
        except Exception as error:
            notebook.unlink(missing_ok=True)
            broken.append(f"{script}: {error}")
            continue
        if not notebook.exists() or notebook.read_text(encoding="utf-8") != text:
            _write(notebook, text)
            written.append(notebook)
        _write(made, _origin(notebook, settings))
    if broken:
        raise ValueError("\n".join(broken))
    return written


def _origin(notebook: Path, settings: tuple) -> str:
    """Return a hash of a notebook and of everything that determines its content."""
    if not notebook.exists():
        return ""
    script = notebook.with_suffix(".py").read_bytes()
    parts = _package(), repr(settings).encode(), script, notebook.read_bytes()
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


@cache
def _package() -> bytes:
    folder = Path(lernformer.__file__).parent
    files = sorted(x for kind in ("py", "md", "txt") for x in folder.rglob(f"*.{kind}"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).digest()


def _write(path: Path, text: str) -> None:
    with atomic.writing(path) as part:
        part.write_text(text, encoding="utf-8")
    path.chmod(0o444)
