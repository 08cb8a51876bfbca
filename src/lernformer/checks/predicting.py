"""Predict, run, explain: students predict what a cell will draw, and then compare.

A running cell can't wait for an answer. So the first time, the cell only shows the
question, with a button for each choice. When the student presses a button, the cell
runs again and draws. The answers are stored in a file next to the notebook, so nobody
has to answer a question twice.
"""

import json
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from lernformer import atomic
from lernformer.checks.questions import Question, question
from lernformer.checks.resetting import KEPT
from lernformer.checks.session import SESSION
from lernformer.checks.showing import BadCall, shell_here, show
from lernformer.checks.verdict import STYLE, boxed
from lernformer.checks.wrapping import wrapped

FILE = "predictions.json"
# makes a button as wide as its text and lets the text wrap
WIDE = """<style>
.lf-choices button {height: auto; white-space: normal; text-align: left;
  line-height: 1.4; padding: .4em .8em; color: inherit; background: none;
  border: 1px solid}
.lf-choices button:focus-visible {outline: 3px solid}
</style>"""


def predict(name: str, choice: int = 0) -> bool:
    """Ask what the cell will show; return whether the student has answered.

    Args:
        name: the question's name, ``"<slug>.<name>"``.
        choice: the number of the chosen answer, counted from 1. Without it, the
            student gets buttons to choose from.

    Raises:
        ValueError: if there is no such question or choice.
    """
    try:
        chosen = question(name)
    except ValueError as error:
        raise BadCall(wrapped(str(error))) from None
    if choice:
        if choice not in range(1, len(chosen.choices) + 1):
            raise BadCall(f"choice must be 1 to {len(chosen.choices)}, got {choice}")
        keep(name, chosen.choices[choice - 1])
    choice_made = kept().get(name, "")
    if choice_made in chosen.choices:
        compared = Compared(chosen, choice_made)
        show(repr(compared), compared._repr_html_())
        return True
    if in_a_notebook():
        _ask(name, chosen)
    else:
        numbered = [f"  {i}. {one}" for i, one in enumerate(chosen.choices, 1)]
        call = f'Make a prediction: predict("{name}", 1), for example.'
        print(wrapped("\n".join([chosen.ask, *numbered, call])))
    return False


class Compared:
    """A student's prediction and what is right, for a notebook or a terminal.

    Args:
        question: the question.
        choice: the student's choice.
    """

    def __init__(self, question: Question, choice: str):
        self.question, self.choice = question, choice

    @property
    def answer(self) -> str:
        """The right choice and the reason for it."""
        return f"{self.question.choices[self.question.right]}. {self.question.reason}"

    def __repr__(self) -> str:
        lines = [self.question.ask, f"You said: {self.choice}."]
        return wrapped("\n".join([*lines, f"It is: {self.answer}"]))

    def _repr_html_(self) -> str:
        return boxed(
            f"<p>{escape(self.question.ask)}</p>"
            f"<p><em>You said:</em> {escape(self.choice)}. Now compare.</p>"
            "<details><summary>Compare</summary>"
            f"<p><em>It is:</em> {escape(self.answer)}</p></details>",
            "open",
        )


def kept() -> dict[str, str]:
    """Return the predictions in the file next to this notebook, keyed by question."""
    try:
        read = json.loads(Path(KEPT, FILE).read_text("utf-8"))
    except (OSError, ValueError):  # it doesn't exist yet, or isn't in our format
        return {}
    return read if isinstance(read, dict) else {}


def keep(name: str, choice: str) -> None:
    """Save the answer to a question in the file next to this notebook."""
    Path(KEPT).mkdir(exist_ok=True)
    text = json.dumps({**kept(), name: choice}, indent=1, ensure_ascii=False)
    atomic.write(Path(KEPT, FILE), f"{text}\n")


def in_a_notebook() -> bool:
    """Return True in a Jupyter kernel, which can show buttons."""
    return getattr(shell_here(), "kernel", None) is not None


def _ask(name: str, question: Question) -> None:
    """Show the question with a button for each choice; pressing one runs the cell."""
    import ipywidgets
    from IPython.display import display

    shell, source = shell_here(), SESSION.current.source
    below = ipywidgets.Output()
    words = f"<p>{escape(question.ask)}</p><p>What do you expect? Choose one:</p>"
    head = ipywidgets.HTML(f"{STYLE}{WIDE}{words}")

    def chosen(number: int) -> None:
        head.value = ""
        keep(name, question.choices[number])
        with below:
            shell.run_cell(source, store_history=False)

    display(ipywidgets.VBox([head, choice_buttons(question.choices, chosen), below]))


def choice_buttons(choices: Sequence[str], chosen: Callable[[int], None]) -> Any:
    """Return a button for each choice; pressing one answers and removes them all."""
    import ipywidgets

    buttons = [
        ipywidgets.Button(description=one, tooltip="", layout={"width": "auto"})
        for one in choices
    ]
    column = ipywidgets.VBox(buttons, layout={"align_items": "flex-start"})
    column.add_class("lf-choices")

    def pressed(button: Any) -> None:
        column.children = ()
        chosen(buttons.index(button))

    for button in buttons:
        button.on_click(pressed)
    return column
