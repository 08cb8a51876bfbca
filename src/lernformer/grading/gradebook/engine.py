"""Opens the gradebook for its owner only, and with one engine for a whole batch.

nbgrader lets every account on the machine read the gradebook. It also opens the
gradebook several times per submission, each time with a new engine. The new engine has
to compile all SQL statements again, which takes longer than running them.
"""

import contextlib
import functools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader import api
from sqlalchemy import Engine, create_engine

WAIT = 60  # seconds to wait if another program, such as formgrader, locks the gradebook


def _private(url: str, **options: Any) -> Engine:
    """Return an engine for a file that only its owner can read."""
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
    """Make nbgrader open every gradebook this way."""
    api.create_engine = _private


@contextlib.contextmanager
def one_engine() -> Iterator[None]:
    """While this context is open, reopening a gradebook returns the same engine.

    Closing a gradebook closes its connections, but the engine keeps its compiled
    statements.
    """
    before = api.create_engine
    api.create_engine = functools.cache(before)
    try:
        yield
    finally:
        api.create_engine = before
