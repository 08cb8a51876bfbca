"""A Jupyter server extension that serves the book, for the links in our verdicts.

Jupyter serves files in a sandbox with its own origin, where a page loses its styles and
figures, and its links are blocked. When we serve the book from an address of our own,
it is a website like any other.
"""

import os
from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import JupyterHandler
from tornado import web

from lernformer import project_urls

# where the book may be in the folder that a server shows, or in its parent
COPIES = ("book", "../book", "_build/html", "../_build/html")


class BookHandler(JupyterHandler, web.StaticFileHandler):
    """Serves the book to everyone who is allowed to use this server."""

    @web.authenticated
    async def get(  # type: ignore[override]  # the decorator's type is wider
        self, path: str, include_body: bool = True
    ) -> None:
        await web.StaticFileHandler.get(self, path, include_body)


def book_of(root: Path) -> Path | None:
    """Return the book's folder for a server that shows ``root``, if there is one."""
    beside = (root / copy for copy in COPIES)
    found = (place for place in beside if (place / "index.html").is_file())
    return next(found, project_urls.local_book())


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Serve the book, and tell the kernels that this server starts where to find it."""
    book = book_of(Path(server.root_dir))
    if book is None:
        server.log.info("lernformer: there is no book to serve; `make book` builds it")
        return
    address = f"{server.web_app.settings['base_url']}lernformer/book/"
    settings = {"path": str(book.resolve()), "default_filename": "index.html"}
    server.web_app.add_handlers(".*$", [(f"{address}(.*)", BookHandler, settings)])
    os.environ[project_urls.SERVED] = address
