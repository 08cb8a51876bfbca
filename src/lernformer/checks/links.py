"""Where a page of the book is: on the web, beside the notebooks, or only in name."""

import os
from pathlib import Path
from urllib.parse import quote

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
    """A copy of the book beside the notebook, or in a folder above its own.

    JupyterLab opens a relative link as a file, without style; so the address is that
    under which its server hands out files. An editor without a server opens it well.
    """
    here, name = Path.cwd(), page.partition("#")[0]
    root, address = _server()
    for folder in (here, *here.parents[:3]):
        if root and not folder.is_relative_to(root):
            break
        for copy in COPIES:
            place = folder / copy
            if (place / name).is_file():
                if root:
                    way = quote(place.relative_to(root).as_posix())
                    return f"{address}files/{way}/{page}"
                return f"{Path(os.path.relpath(place, here)).as_posix()}/{page}"
    return ""


def _server() -> tuple[Path | None, str]:
    """The folder that this kernel's Jupyter server shows, and its path on the web."""
    parent = os.environ.get("JPY_PARENT_PID", "")
    try:
        from jupyter_server.serverapp import list_running_servers

        for server in list_running_servers():
            if str(server["pid"]) == parent:
                return Path(server["root_dir"]).resolve(), server["base_url"]
    except (ImportError, OSError, KeyError):
        pass
    return None, ""
