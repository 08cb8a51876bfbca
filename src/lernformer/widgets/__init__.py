"""Interactive figures: one module a chapter, one JavaScript file and sheet a figure.

`<slug>.py` holds the figures of a chapter, `<slug>.mjs` the front end of its main one
and `<slug>_<figure>.mjs` those of the others; all of them import `shared.mjs`, and
those that draw vectors `plane.mjs`. The `.css` file beside each styles what it draws.
The style that all share, `shared.css`, is within their modules: the first figure of a
page puts it there, once.
"""

import json
import re
from pathlib import Path

FOLDER = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.mjs";\n', re.M)
COMMENT = re.compile(r"^ *(//.*|/\*[\s\S]*?\*/)\n", re.M)  # of whole lines
SHARED, NO_SHEET = "shared", 'const SHEET = "";'  # where shared.mjs holds shared.css


def files(name: str) -> list[Path]:
    """A front end's file, behind those that it imports, each once."""
    path = FOLDER / f"{name}.mjs"
    imported = IMPORT.findall(path.read_text("utf-8"))
    found = [file for other in imported for file in files(other)]
    return list(dict.fromkeys([*found, path]))


def esm(name: str) -> str:
    """The front end of a figure as one module, which is what a page can load.

    Args:
        name: file name without `.mjs`, for example "attention". What it imports from
            the files beside it comes before it. Comments stay behind: they would be a
            tenth of what a page loads.
    """
    text = "".join(path.read_text("utf-8") for path in files(name))
    return COMMENT.sub("", IMPORT.sub("", text)).replace(NO_SHEET, sheet())


def sheet() -> str:
    """The line of a module that holds what all figures share."""
    return f"const SHEET = {json.dumps(css(SHARED))};"


def css(name: str) -> str:
    """The style of a figure as one sheet: of its own file behind those of its imports.

    Args:
        name: as of `esm`; "shared" is what is in no other.
    """
    paths = [path for path in files(name) if path.stem != SHARED or name == SHARED]
    sheets = (path.with_suffix(".css") for path in paths)
    texts = (sheet.read_text("utf-8") for sheet in sheets if sheet.exists())
    return COMMENT.sub("", "".join(texts))


def within(name: str, value: float, low: float, high: float) -> float:
    """``value``, for a trait's validator.

    Raises:
        ValueError: if it is not from ``low`` to ``high``.
    """
    if not low <= value <= high:
        raise ValueError(f"{name} must be from {low} to {high}, got {value}")
    return value
