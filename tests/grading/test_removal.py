"""A student's folder is removed, however deep it is and whatever its mode."""

import os
import subprocess
import sys

from waiting import wait_for

from lernformer.grading.sandbox.removal import remove

KILLED = """
import os, signal, sys
from pathlib import Path
from lernformer.grading.sandbox.removal import remove_after_this_process
remove_after_this_process(Path(sys.argv[1]))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_nothing_is_left_and_no_link_is_followed(tmp_path):
    kept, home = tmp_path / "kept", tmp_path / "home"
    for folder in (kept, home / "closed"):
        folder.mkdir(parents=True)
        (folder / "file").write_text("x")
    (home / "top").symlink_to(kept)
    (home / "closed" / "inner").mkdir(0)
    (home / "closed").chmod(0o300)
    below = os.open(home, os.O_RDONLY)
    for _ in range(3000):  # deeper than Python's recursion, longer than any path
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
    remove(home)  # it is already gone


def test_the_folder_of_a_process_that_is_killed_goes(tmp_path):
    folder = tmp_path / "view"
    (folder / "inner").mkdir(parents=True)
    subprocess.run([sys.executable, "-c", KILLED, folder], check=False)
    wait_for(lambda: not folder.exists())
