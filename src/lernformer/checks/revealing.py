"""Compare your own answer in words with a model answer.

This is for people who learn alone. In a class, the package has no model answers, or the
hub says that this is a class. Students then see a model answer only once the instructor
has handed out its file, which belongs next to the notebook.
"""

import os
from html import escape
from pathlib import Path

from lernformer.checks.resetting import cells
from lernformer.checks.showing import BadCall, shell_here, show
from lernformer.checks.verdict import boxed
from lernformer.checks.wrapping import wrapped

ANSWERS = Path(__file__).parent / "questions"
WORDS = 12  # the fewest in an answer, so that there is something to compare
EMPTY = "YOUR ANSWER HERE"  # what nbgrader hands out


def model_answer(name: str) -> str:
    """Return the course's own answer, with the rubric.

    Raises:
        ValueError: if there is none.
    """
    path = ANSWERS / f"{name}.md"
    if not path.is_file():
        raise ValueError(f"no model answer {name!r}")
    return path.read_text("utf-8")


def reveal(name: str) -> None:
    """Show a model answer next to your own, which you have to write first.

    Args:
        name: the question's name, as in ``reveal("explain_scaling")``.

    Raises:
        ValueError: if there is no such question here, no answer to it yet, or the
            instructor has not handed out the model answer.
    """
    own = _written(name)
    if EMPTY in own or len(own.split()) < WORDS:
        raise BadCall(
            wrapped(
                "Write your own answer first, in the cell above, and save the notebook "
                "(Ctrl+S): then compare."
            )
        )
    if not (model := _given(name)):
        raise BadCall(
            wrapped(
                f"In a class the instructor decides when you can compare: put "
                f"{name}.md next to this notebook once it is handed out."
            )
        )
    text = f"Yours:\n{own.strip()}\n\nA model answer:\n{model.strip()}"
    html = (
        f"<p><em>Yours:</em> {escape(own)}</p>"
        f"<p><em>A model answer:</em> {escape(model)}</p>"
    )
    show(wrapped(text), boxed(html, "open"))


def _given(name: str) -> str:
    """Return the model answer if it may be seen, otherwise an empty string."""
    if (handed_out := Path(f"{name}.md")).is_file():
        return handed_out.read_text("utf-8")
    if os.environ.get("LERNFORMER_EDITION") == "class":
        return ""
    try:
        return model_answer(name)
    except ValueError:
        return ""


def _written(name: str) -> str:
    """Return the text in the answer's cell, according to the saved notebook."""
    for cell in cells("*.ipynb"):
        if cell.get("id") == name and cell["cell_type"] == "markdown":
            return "".join(cell["source"])
    where = "" if shell_here() else " (reveal works in a notebook)"
    raise BadCall(wrapped(f"there is no question {name!r} in the notebook here{where}"))
