"""Shows results as HTML in a notebook and as text elsewhere."""

import sys
from typing import Any


class BadCall(ValueError):
    """Raised if a call can't be carried out. A notebook shows only the message."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Shown:
    """A result that a notebook shows as HTML and a terminal shows as text.

    Args:
        text: the text for a terminal.
        html: the HTML for a notebook.
    """

    def __init__(self, text: str, html: str):
        self.text, self.html = text, html

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def show(text: str, html: str) -> None:
    """Show the HTML in a notebook, or the text anywhere else."""
    if shell_here() is None:
        print(text)
        return
    from IPython.display import display

    display(Shown(text, html))


def shell_here() -> Any:
    """Return the IPython shell of this kernel or terminal; None if there is none."""
    if "IPython" not in sys.modules:
        return None
    from IPython.core.getipython import get_ipython

    return get_ipython()
