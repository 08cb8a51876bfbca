"""Sliders for the arguments of a function, which is called again when one moves."""

import html
import inspect
from collections.abc import Callable
from typing import Any

import ipywidgets
from IPython.display import display
from IPython.utils.capture import capture_output


def interact(show: Callable, **controls: Any) -> None:
    """Like ``ipywidgets.interact``, but a notebook always runs to its end.

    With ``ipywidgets.interact``, each output is sent back to the kernel while it
    answers. A client without a browser can miss the answer and wait forever.

    Args:
        show: function that prints, displays or returns what to see.
        controls: a widget for each argument, or a shorthand for one, like (0.0, 3.0).
    """
    parameters = inspect.signature(show).parameters
    made: dict[str, Any] = {}
    for name, control in controls.items():
        if not isinstance(control, ipywidgets.Widget):
            default = parameters[name].default
            control = ipywidgets.interactive.widget_from_abbrev(control, default)
        control.description = control.description or name
        made[name] = control
    below = ipywidgets.HTML()

    def draw(_: Any = None) -> None:
        below.value = shown(show, {name: box.value for name, box in made.items()})

    for box in made.values():
        box.observe(draw, "value")
    draw()
    display(ipywidgets.VBox([*made.values(), below]))


def shown(show: Callable, arguments: dict[str, Any]) -> str:
    """Return what a call prints, displays and returns, or its error, as HTML."""
    with capture_output() as seen:
        try:
            result = show(**arguments)
            if result is not None:
                display(result)
        except Exception as error:  # the student's error, which a callback would hide
            print(f"{type(error).__name__}: {error}")
    parts = [f"<pre>{html.escape(seen.stdout)}</pre>"] if seen.stdout else []
    for output in seen.outputs:
        plain = f"<pre>{html.escape(output.data.get('text/plain', ''))}</pre>"
        parts.append(output.data.get("text/html", plain))
    return "".join(parts)
