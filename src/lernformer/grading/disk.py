"""What to do where the disk is full: end the run, and say so."""

import contextlib
import errno
import logging
from collections.abc import Iterator

from nbgrader.api import InvalidEntry
from sqlalchemy.exc import OperationalError

FULL = (errno.ENOSPC, errno.EDQUOT)


class DiskFull(BaseException):
    """Ends a run, whatever would go on after an error; what was done stays done."""


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
