"""Files that are written whole or not at all."""

import errno

import pytest
from nbgrader.api import InvalidEntry
from sqlalchemy.exc import OperationalError

from lernformer.grading import whole
from lernformer.grading.whole import DiskFull, watching_the_disk


def test_a_file_is_replaced(tmp_path):
    path = tmp_path / "grades.csv"
    for text in ("old", "ö,\r\n"):
        whole.write(path, text)
        assert path.read_bytes() == text.encode()
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path):
    path = tmp_path / "grades.csv"
    path.mkdir()
    with pytest.raises(ValueError, match=r"grades\.csv could not be written: Is a dir"):
        whole.write(path, "new")
    assert list(tmp_path.iterdir()) == [path]


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


@pytest.mark.parametrize("error", [OSError(errno.EACCES, ""), ValueError("")])
def test_other_errors_stay_what_they_are(error):
    with pytest.raises(type(error)), watching_the_disk():
        raise error
