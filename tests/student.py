"""A student who has unpacked the zip and run the one command in its README."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from deploy import students
from lernformer import project_urls


class Student:
    """A separate environment, far from this repository.

    Args:
        folder: where to unpack it.
    """

    def __init__(self, folder: Path):
        # beside the book's pages, as `make html` does
        archive = students.pack(project_urls.local_book() / students.TARGET.name)
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder)
        self.folder = folder
        (self.wheel,) = folder.glob("*.whl")
        self.python = str(folder / ".venv" / "bin" / "python")
        self.log = self.do(sys.executable, "start.py", "--version")

    def do(self, *command: str) -> str:
        """Run something in the folder, and keep its ``code``."""
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
    """A student with a small book, for what links to it."""
    book = tmp_path_factory.mktemp("book")
    for name in ("index", "mistakes"):
        page = "<h1>Book</h1><h2 id='attention-overflow'>Big</h2>"
        (book / f"{name}.html").write_text(page)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project_urls, "local_book", lambda: book)
        made = Student(tmp_path_factory.mktemp("student of the zip"))
    assert made.code == 0, made.log
    return made
