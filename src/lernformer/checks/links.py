"""Where a page of the book is: on the web, beside the notebooks, or only in name."""

import os
from pathlib import Path

from lernformer import about

# as it lies in the students' zip, and as `make book` leaves it
COPIES = ("book", "_build/html")


def link(page: str) -> str:
    """The address under which a notebook's reader opens a page; empty if there is none.

    Args:
        page: as ``"attention.html#no-scale"``.
    """
    return about.page(page) or _beside(page)


def _beside(page: str) -> str:
    """The way from the notebook's folder to a copy of the book that Jupyter serves."""
    here, name = Path.cwd(), page.partition("#")[0]
    root = _served()
    for folder in (here, *here.parents[:3]):
        if root and not folder.is_relative_to(root):
            break
        for copy in COPIES:
            if (folder / copy / name).is_file():
                way = os.path.relpath(folder / copy, here)
                return f"{Path(way).as_posix()}/{page}"
    return ""


def _served() -> Path | None:
    """The folder that this kernel's Jupyter server shows, if there is one."""
    parent = os.environ.get("JPY_PARENT_PID", "")
    try:
        from jupyter_server.serverapp import list_running_servers

        found = [
            s["root_dir"] for s in list_running_servers() if str(s["pid"]) == parent
        ]
    except (ImportError, OSError, KeyError):
        found = []
    return Path(found[0]).resolve() if found else None
