"""Interactive figures: a module per chapter, and a script and a style sheet per figure.

`<slug>.py` contains a chapter's figures, `<slug>.mjs` the front end of the main one
and `<slug>_<figure>.mjs` those of the others. All of them import `shared.mjs`, and
those that draw vectors import `plane.mjs`. The `.css` file next to each styles it. The
style that all of them share, `shared.css`, is part of their modules: a page's first
figure adds it, once.
"""

import json
import re
from pathlib import Path

FOLDER = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.mjs";\n', re.M)
COMMENT = re.compile(r"^ *(//.*|/\*[\s\S]*?\*/)\n", re.M)  # on its own lines
SHARED, NO_SHEET = "shared", 'const SHEET = "";'  # shared.css goes here in shared.mjs


def files(name: str) -> list[Path]:
    """The files of a front end, each once, with imports before what imports them."""
    path = FOLDER / f"{name}.mjs"
    imported = IMPORT.findall(path.read_text("utf-8"))
    found = [file for other in imported for file in files(other)]
    return list(dict.fromkeys([*found, path]))


def esm(name: str) -> str:
    """The front end of a figure as a single module that a page can load.

    Args:
        name: file name without `.mjs`, for example "attention". What it imports from
            its neighbours comes first. Comments are left out: they would be a tenth of
            what a page loads.
    """
    text = "".join(path.read_text("utf-8") for path in files(name))
    return COMMENT.sub("", IMPORT.sub("", text)).replace(NO_SHEET, sheet())


def sheet() -> str:
    """The line of a module that holds the style that all figures share."""
    return f"const SHEET = {json.dumps(css(SHARED))};"


def css(name: str) -> str:
    """The style of a figure as one sheet: those of its imports, then its own.

    Args:
        name: as in `esm`; "shared" is the sheet that no other includes.
    """
    paths = [path for path in files(name) if path.stem != SHARED or name == SHARED]
    sheets = (path.with_suffix(".css") for path in paths)
    texts = (sheet.read_text("utf-8") for sheet in sheets if sheet.exists())
    return COMMENT.sub("", "".join(texts))


def within(name: str, value: float, low: float, high: float) -> float:
    """Return ``value``, for a trait's validator.

    Raises:
        ValueError: if it is not from ``low`` to ``high``.
    """
    if not low <= value <= high:
        raise ValueError(f"{name} must be from {low} to {high}, got {value}")
    return value
