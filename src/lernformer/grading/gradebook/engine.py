"""How the gradebook is opened: read by its owner alone, and by one engine in a batch.

nbgrader makes it readable for every account of the machine. It also opens the gradebook
several times for each submission, each time with an engine of its own, and with it go
the statements that SQLAlchemy has compiled. To compile them again takes longer than to
run them.
"""

import contextlib
import functools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader import api
from sqlalchemy import Engine, create_engine

WAIT = 60  # seconds while another program, such as formgrader, holds the gradebook


def _private(url: str, **options: Any) -> Engine:
    """An engine for a file that its owner alone can read."""
    if url.startswith("sqlite:////"):
        path = Path(url.removeprefix("sqlite:///"))
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        found = path.stat()
        if found.st_mode & 0o077 and found.st_uid == os.geteuid():
            path.chmod(0o600)
    if url.startswith("sqlite:"):
        options["connect_args"] = {"timeout": WAIT}
    return create_engine(url, **options)


def install() -> None:
    """Let nbgrader open every gradebook so."""
    api.create_engine = _private


@contextlib.contextmanager
def one_engine() -> Iterator[None]:
    """While open, opening a gradebook again gives the same engine.

    Closing a gradebook closes its connections; compiled statements stay.
    """
    before = api.create_engine
    api.create_engine = functools.cache(before)
    try:
        yield
    finally:
        api.create_engine = before
