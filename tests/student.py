"""A student who has unpacked the zip and run the one command in its README."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy import students
from lernformer import project_urls


class Student:
    """A separate environment in a folder, far from this repository."""

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


def running(log: str) -> str:
    """The address that a server's log names, once it answers there."""
    if found := re.search(r"http://(?:localhost|127\.0\.0\.1)(:\d+)", log):
        address = f"http://127.0.0.1{found[1]}"
        with contextlib.suppress(urllib.error.URLError):  # not listening yet
            with contextlib.suppress(urllib.error.HTTPError):  # not at this path
                urllib.request.urlopen(f"{address}/api", timeout=60).close()
            return address
    return ""


def log_of(folder: Path) -> Path:
    """What JupyterLab in a folder has printed."""
    return folder.with_name(f"{folder.name} jupyter.log")


@contextlib.contextmanager
def jupyter(
    command: list[str], folder: Path, environment: dict[str, str]
) -> Iterator[str]:
    """Start JupyterLab in a folder; give its address once it answers."""
    printed = log_of(folder)
    with printed.open("w") as log:
        server = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # ends with everything it started
        )
    try:
        while not (address := running(printed.read_text())):
            assert server.poll() is None, printed.read_text()
            time.sleep(0.2)
        yield address
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()
