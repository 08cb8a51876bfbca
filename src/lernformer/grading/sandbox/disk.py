"""Ends a grading run when nothing can be written, and says why."""

import contextlib
import errno
import logging
from collections.abc import Iterator

from nbgrader.api import InvalidEntry
from sqlalchemy.exc import OperationalError

FULL = (errno.ENOSPC, errno.EDQUOT)


class DiskFull(BaseException):
    """The disk is full. This error ends a run, but finished work is kept."""


class InUse(BaseException):
    """Another program has locked the gradebook for longer than a run waits."""


@contextlib.contextmanager
def watching_the_disk() -> Iterator[None]:
    """Turn errors about a full disk into `DiskFull`, and lock errors into `InUse`.

    Raises:
        DiskFull, InUse: instead of the original error from the file or the database.
    """
    log = logging.getLogger("tornado.application")  # nbgrader's, for its database
    before, log.disabled = log.disabled, True  # it would repeat the error we raise
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise DiskFull(error.filename or error.strerror) from error
        raise
    except (OperationalError, InvalidEntry) as error:
        if "disk is full" in str(error) or "disk I/O error" in str(error):
            raise DiskFull("the gradebook") from error
        if "database is locked" in str(error):
            raise InUse from error
        raise
    finally:
        log.disabled = before
