"""Interactive figures, one module a chapter and one JavaScript file a figure.

`<slug>.py` holds the figures of a chapter, `<slug>.mjs` the front end of its main one
and `<slug>_<figure>.mjs` those of the others; all of them import `shared.mjs`, and
those that draw vectors `plane.mjs`.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.mjs";\n', re.M)
COMMENT = re.compile(r"^ *(//.*|/\*\*[\s\S]*?\*/)\n", re.M)  # of whole lines


def esm(name: str) -> str:
    """The front end of a figure as one module, which is what a page can load.

    Args:
        name: file name without `.mjs`, for example "attention". Where the file, or one
            that it imports, first imports from another, that one's text takes the
            place of the import. Comments stay behind: they would be a tenth of what a
            page loads.
    """
    seen = set()

    def text(name: str) -> str:
        def import_once(match: re.Match) -> str:
            if match[1] in seen:
                return ""
            seen.add(match[1])
            return text(match[1])

        return IMPORT.sub(import_once, (FOLDER / f"{name}.mjs").read_text("utf-8"))

    return COMMENT.sub("", text(name))


def within(name: str, value, low, high):
    """``value``, for a trait's validator.

    Raises:
        ValueError: if it is not from ``low`` to ``high``.
    """
    if not low <= value <= high:
        raise ValueError(f"{name} must be from {low} to {high}, got {value}")
    return value
