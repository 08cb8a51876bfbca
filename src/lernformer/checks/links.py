"""Finds a page of the book: on the web, on the notebook's server, or in a file."""

import os
from pathlib import Path

from lernformer import project_urls

# where the book may be: in the students' zip, and after `make book`
COPIES = ("book", "_build/html")


def link(page: str) -> str:
    """Return an address at which a student can open a page, or an empty string.

    Args:
        page: the page, such as ``"attention.html#no-scale"``.
    """
    if address := project_urls.page(page):
        return address
    if served := os.environ.get(project_urls.SERVED):
        return f"{served}{page}"
    return "" if "JPY_SESSION_NAME" in os.environ else _beside(page)


def _beside(page: str) -> str:
    """Return the path to a page in a copy of the book in this folder or a parent.

    An editor can open the file directly. A Jupyter server would show the page without
    its style sheet, so we don't link to the file in Jupyter.
    """
    here, name = Path.cwd(), page.partition("#")[0]
    for folder in (here, *here.parents[:3]):
        for copy in COPIES:
            if (place := folder / copy / name).is_file():
                return f"{Path(os.path.relpath(place.parent, here)).as_posix()}/{page}"
    return ""
