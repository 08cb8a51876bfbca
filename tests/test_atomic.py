"""Files that are written whole or not at all."""

import pytest

from lernformer import atomic


def test_a_file_is_replaced(tmp_path):
    path = tmp_path / "grades.csv"
    for text in ("old", "ö,\r\n"):
        atomic.write(path, text)
        assert path.read_bytes() == text.encode()
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path):
    path = tmp_path / "grades.csv"
    path.mkdir()
    with pytest.raises(ValueError, match=r"grades\.csv could not be written: Is a dir"):
        atomic.write(path, "new")
    assert list(tmp_path.iterdir()) == [path]


def test_what_fails_in_between_leaves_the_old_file(tmp_path):
    path = tmp_path / "grades.csv"
    path.write_text("old")

    def write_half():
        with atomic.writing(path) as part:
            part.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_until_the_end_readers_see_the_old_file(tmp_path):
    path = tmp_path / "grades.csv"
    path.write_text("old")
    with atomic.writing(str(path)) as part:
        part.write_bytes(b"new")
        assert path.read_text() == "old"
        assert part.name.startswith(".")
    assert path.read_text() == "new"
