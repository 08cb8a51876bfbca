"""Interactive figures: a module per chapter, and a script and a style sheet per figure.

`<slug>.py` contains a chapter's figures. `<slug>.mjs` is the front end of the main
figure, and `<slug>_<figure>.mjs` that of any other figure. All front ends import
`shared.mjs`, and those that draw vectors import `plane.mjs`. The `.css` file next to
each one styles it. The shared style, `shared.css`, is part of their modules, and the
first figure on a page adds it, once.
"""

import json
import re
from pathlib import Path
from typing import Any

import traitlets

FOLDER = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.mjs";\n', re.M)
COMMENT = re.compile(r"^ *(//.*|/\*[\s\S]*?\*/)\n", re.M)  # on its own lines
SHARED, NO_SHEET = "shared", 'const SHEET = "";'  # where shared.mjs takes in shared.css


def files(name: str) -> list[Path]:
    """Return a front end's files, each only once and after everything it imports."""
    path = FOLDER / f"{name}.mjs"
    imported = IMPORT.findall(path.read_text("utf-8"))
    found = [file for other in imported for file in files(other)]
    return list(dict.fromkeys([*found, path]))


def esm(name: str) -> str:
    """Return the front end of a figure as a single module that a page can load.

    Args:
        name: the file name without `.mjs`, for example "attention". The files that it
            imports come first. Comments are left out, because they would make up a
            tenth of what a page loads.
    """
    text = "".join(path.read_text("utf-8") for path in files(name))
    return COMMENT.sub("", IMPORT.sub("", text)).replace(NO_SHEET, sheet())


def sheet() -> str:
    """Return the line of a module that contains the style that all figures share."""
    return f"const SHEET = {json.dumps(css(SHARED))};"


def css(name: str) -> str:
    """Return the style of a figure as one sheet: those of its imports, then its own.

    Args:
        name: as in `esm`; "shared" is the sheet that no other sheet includes.
    """
    paths = [path for path in files(name) if path.stem != SHARED or name == SHARED]
    sheets = (path.with_suffix(".css") for path in paths)
    texts = (sheet.read_text("utf-8") for sheet in sheets if sheet.exists())
    return COMMENT.sub("", "".join(texts))


def within(called: str = "", **ranges: tuple[float, Any]) -> Any:
    """Return a validator for traits that have a lowest and a highest value.

    Args:
        called: what the message calls a trait, if not by its name.
        ranges: the lowest and highest value of each trait. The highest may be a
            function of the figure.
    """

    @traitlets.validate(*ranges)
    def check(figure: Any, proposal: Any) -> float:
        name, value = proposal.trait.name, proposal.value
        low, high = ranges[name]
        high = high(figure) if callable(high) else high
        if not low <= value <= high:
            raise ValueError(
                f"{called or name} must be from {low} to {high}, got {value}"
            )
        return value

    return check


def among(**choices: Any) -> Any:
    """Return a validator for traits with choices, or a function of the figure."""

    @traitlets.validate(*choices)
    def check(figure: Any, proposal: Any) -> Any:
        name, value = proposal.trait.name, proposal.value
        known = choices[name](figure) if callable(choices[name]) else choices[name]
        if value not in known:
            raise ValueError(f"{name} must be one of {known}, got {value!r}")
        return value

    return check
