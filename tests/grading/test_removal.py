"""A student's folder goes, however deep and whatever its mode."""

import os

from lernformer.grading.removal import remove


def test_nothing_is_left_and_no_link_is_followed(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_text("x")
    home = tmp_path / "home"
    home.mkdir()
    (home / "top").symlink_to(kept)
    (home / "closed").mkdir()
    (home / "closed" / "file").write_text("x")
    (home / "closed" / "inner").mkdir(0)
    (home / "closed").chmod(0o300)
    below = os.open(home, os.O_RDONLY)
    for _ in range(3000):  # deeper than calls of Python's, longer than any path
        os.mkdir("dd", dir_fd=below)
        deeper = os.open("dd", os.O_RDONLY, dir_fd=below)
        os.symlink(kept, "link", dir_fd=below)
        os.close(below)
        below = deeper
    os.close(below)
    home.chmod(0)
    remove(home)
    assert [*tmp_path.iterdir()] == [kept]
    assert (kept / "file").read_text() == "x"
    remove(home)  # that is gone already
