"""Shows a model answer next to the answer that a student has written in words.

This is for people who are learning on their own. Students in a class see a model answer
only after the instructor has handed out its file, which goes next to the notebook. We
know that somebody is in a class if the package contains no model answers or if the hub
says so.
"""

import os
from html import escape
from pathlib import Path

from lernformer.checks.resetting import cells
from lernformer.checks.showing import BadCall, shell_here, show
from lernformer.checks.verdict import boxed
from lernformer.checks.wrapping import wrapped

ANSWERS = Path(__file__).parent / "questions"
WORDS = 12  # the fewest words that an answer needs before we show the model answer
EMPTY = "YOUR ANSWER HERE"  # what nbgrader puts in the empty cell


def model_answer(name: str) -> str:
    """Return our own answer to a question, together with the rubric.

    Raises:
        ValueError: if there is none.
    """
    path = ANSWERS / f"{name}.md"
    if not path.is_file():
        raise ValueError(f"no model answer {name!r}")
    return path.read_text("utf-8")


def reveal(name: str) -> None:
    """Show a model answer next to your own answer. You have to write yours first.

    Args:
        name: the question's name, as in ``reveal("explain_scaling")``.

    Raises:
        ValueError: if there is no such question here, if it has no answer yet, or if
            the instructor hasn't handed out the model answer.
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
    """Return the model answer if the student may see it, otherwise an empty string."""
    if (handed_out := Path(f"{name}.md")).is_file():
        return handed_out.read_text("utf-8")
    if os.environ.get("LERNFORMER_EDITION") == "class":
        return ""
    try:
        return model_answer(name)
    except ValueError:
        return ""


def _written(name: str) -> str:
    """Return what the student wrote in the answer's cell, from the saved notebook."""
    for cell in cells("*.ipynb"):
        if cell.get("id") == name and cell["cell_type"] == "markdown":
            return "".join(cell["source"])
    where = "" if shell_here() else " (reveal works in a notebook)"
    raise BadCall(wrapped(f"there is no question {name!r} in the notebook here{where}"))
