"""Files that are written whole or not at all, also where the disk is full."""

import contextlib
import errno
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from nbgrader.api import InvalidEntry
from sqlalchemy.exc import OperationalError

FULL = (errno.ENOSPC, errno.EDQUOT)


class DiskFull(BaseException):
    """Ends a run, whatever would go on after an error; what was done stays done."""


def write(path: Path, text: str) -> None:
    """Replace a file by one with this text, in UTF-8.

    Raises:
        ValueError: if that cannot be; the file is then as it was.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_text(text, encoding="utf-8", newline="")
        unfinished.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise ValueError(f"{path} could not be written: {error.strerror}") from error


@contextlib.contextmanager
def watching_the_disk() -> Iterator[None]:
    """Turn what a full disk causes into `DiskFull`.

    Raises:
        DiskFull: in place of the error of the file or the database.
    """
    log = logging.getLogger("tornado.application")  # nbgrader's, of its database
    before, log.disabled = log.disabled, True  # it shows what it raises anyhow
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise DiskFull(error.filename or error.strerror) from error
        raise
    except (OperationalError, InvalidEntry) as error:
        if "disk is full" in str(error) or "disk I/O error" in str(error):
            raise DiskFull("the gradebook") from error
        raise
    finally:
        log.disabled = before
