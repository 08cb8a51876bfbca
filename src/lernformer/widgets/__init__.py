"""Interactive figures, one module a chapter and one JavaScript file a figure.

`<slug>.py` holds the figures of a chapter, `<slug>.mjs` the front end of its main one
and `<slug>_<figure>.mjs` those of the others; all of them import `shared.mjs`.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./shared\.mjs";\n', re.M)


def esm(name: str) -> str:
    """The front end of a figure as one module, which is what a page can load.

    Args:
        name: file name without `.mjs`, for example "attention". Where the file imports
            from `shared.mjs`, that file's text takes the place of the import.
    """
    own = (FOLDER / f"{name}.mjs").read_text("utf-8")
    shared = (FOLDER / "shared.mjs").read_text("utf-8")
    return IMPORT.sub(lambda _: shared, own)
