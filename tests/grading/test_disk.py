"""A full disk ends a run; other errors do not."""

import errno

import pytest
from nbgrader.api import InvalidEntry
from sqlalchemy.exc import OperationalError

from lernformer.grading.sandbox.disk import DiskFull, watching_the_disk


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "a.ipynb"), "a.ipynb"),
        (OperationalError("", {}, Exception("database or disk is full")), "gradebook"),
        (InvalidEntry("database or disk is full"), "gradebook"),
    ],
)
def test_a_full_disk(error, words):
    with pytest.raises(DiskFull, match=words), watching_the_disk():
        raise error


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EACCES, ""),
        OperationalError("select", {}, Exception("no such table")),
        ValueError(""),
    ],
)
def test_other_errors_stay_what_they_are(error):
    with pytest.raises(type(error)), watching_the_disk():
        raise error
