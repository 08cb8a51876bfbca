"""Where a page of the book is: on the web, on the notebook's server, or in a file."""

import os
from pathlib import Path

from lernformer import project_urls

# where the book is in the students' zip, and where `make book` puts it
COPIES = ("book", "_build/html")


def link(page: str) -> str:
    """The address where a notebook's reader can open a page; empty if there is none.

    Args:
        page: as ``"attention.html#no-scale"``.
    """
    if address := project_urls.page(page):
        return address
    if served := os.environ.get(project_urls.SERVED):
        return f"{served}{page}"
    return "" if "JPY_SESSION_NAME" in os.environ else _beside(page)


def _beside(page: str) -> str:
    """A copy of the book next to the notebook, or in a folder above it.

    An editor can open the file directly. A Jupyter server that doesn't serve the book
    would show the file without its style, so we don't link to it there.
    """
    here, name = Path.cwd(), page.partition("#")[0]
    for folder in (here, *here.parents[:3]):
        for copy in COPIES:
            if (place := folder / copy / name).is_file():
                return f"{Path(os.path.relpath(place.parent, here)).as_posix()}/{page}"
    return ""
