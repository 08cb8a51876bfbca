"""One who has unpacked the students' zip, and said what its README says."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from deploy import students
from lernformer import about


class Student:
    """An environment of its own, far from this repository.

    Args:
        folder: where to unpack.
    """

    def __init__(self, folder: Path):
        with zipfile.ZipFile(students.pack(folder / "students.zip")) as opened:
            opened.extractall(folder)
        self.folder = folder
        (self.wheel,) = folder.glob("*.whl")
        self.do(sys.executable, "-m", "venv", ".venv")
        self.python = str(folder / ".venv" / "bin" / "python")
        # what is imported is compiled then, which takes less than to compile it all
        pip = [self.python, "-m", "pip", "install", "--quiet", "--no-compile"]
        self.do(*pip, "-r", "requirements.txt")

    def do(self, *command: str) -> str:
        """Run something in the folder; its ``code`` is kept."""
        ran = subprocess.run(
            command,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.code = ran.returncode
        return ran.stdout

    def lernformer(self, *arguments: str) -> str:
        return self.do(self.python, "-m", "lernformer", *arguments)


@pytest.fixture(scope="session")
def student(tmp_path_factory):
    """With a small book, for what links to it."""
    book = tmp_path_factory.mktemp("book")
    for name in ("index", "mistakes"):
        page = "<h1>Book</h1><h2 id='attention-overflow'>Big</h2>"
        (book / f"{name}.html").write_text(page)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(about, "local_book", lambda: book)
        made = Student(tmp_path_factory.mktemp("student of the zip"))
    assert made.code == 0
    return made
