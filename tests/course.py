"""A separate course folder for tests that run nbgrader."""

import contextlib
import csv
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import warm
from nbgrader.api import Gradebook

from lernformer import project_urls
from lernformer.grading.assignment.notebooks import refresh

ROOT = Path(__file__).parents[1]
SLUGS = sorted({path.parent.name for path in ROOT.glob("solutions/*/*.py")})


def repository_files() -> list[str]:
    """Files of this repository that git tracks or would add; skips without git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [name for name in listed.stdout.split("\0") if name]


def copy_code(folder: Path) -> None:
    """Copy what the repository's code and its tests need, without book and history."""
    required = ("src/", "tests/", "solutions/", "deploy/")
    for name in repository_files():
        if name.startswith(required) or "/" not in name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


@cache
def solutions() -> tempfile.TemporaryDirectory:
    """The scripts, and their notebooks, which the first nbgrader command would make.

    It would do so in each course, which takes some seconds.
    """
    folder = tempfile.TemporaryDirectory()
    for slug in SLUGS:
        made = Path(folder.name, "solutions", slug)
        made.mkdir(parents=True)
        shutil.copy(ROOT / "solutions" / slug / f"{slug}.py", made)
    refresh(made.parent, project_urls.repository())
    return folder


class Course:
    """A copy of what nbgrader needs of this repository, in an empty folder."""

    def __init__(self, folder: Path):
        self.folder = folder / "course"
        self.before = None  # wraps commands: as another user, or without bubblewrap
        self.home = folder / "home"  # without anybody's settings or kernels
        self.home.mkdir()
        shutil.copytree(Path(solutions().name, "solutions"), self.folder / "solutions")
        shutil.copy(ROOT / "nbgrader_config.py", self.folder)

    def nbgrader(self, *arguments: str, fails: bool = False, start: str = "") -> str:
        """Run the stock command and return what it printed."""
        return self.run("nbgrader", *arguments, fails=fails, start=start)

    def lernformer(self, *arguments: str, fails: bool = False) -> str:
        """Run our own command and return what it printed."""
        return self.run("lernformer", *arguments, fails=fails)

    def run(
        self, program: str, *arguments: str, fails: bool = False, start: str = ""
    ) -> str:
        """Run a program of the environment and return what it printed.

        The environment is not activated, as when somebody calls `.venv/bin/nbgrader`.
        """
        clean = {
            "HOME": str(self.home),
            "PATH": "/usr/bin:/bin",
            "OMP_NUM_THREADS": "1",
        }
        words = [str(Path(sys.executable).with_name(program)), *arguments]
        if self.before is None:
            status, printed = warm.run(words, self.folder / start, clean)
        else:
            ran = subprocess.run(
                self.before(*words),
                cwd=self.folder / start,
                env=clean,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            status, printed = ran.returncode, ran.stdout
        assert (status != 0) is fails, printed
        return printed

    def hand_in(self, student: str, slug: str, content: bytes, name: str = "") -> Path:
        """Put a notebook among the submissions, and return its folder."""
        folder = self.folder / "submitted" / student / slug
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name or slug}.ipynb").write_bytes(content)
        return folder

    @contextlib.contextmanager
    def gradebook(self) -> Iterator[Gradebook]:
        url = f"sqlite:///{self.folder / 'gradebook.db'}"
        with Gradebook(url, "lernformer") as book:
            yield book
        book.engine.dispose()

    def page(self, student: str, slug: str) -> str:
        """The page of feedback that a student gets."""
        path = self.folder / "feedback" / student / slug / f"{slug}.html"
        return path.read_text("utf-8")

    def grades(self) -> list[dict[str, str]]:
        """The rows of the table that `nbgrader export` has written."""
        with (self.folder / "grades.csv").open(encoding="utf-8", newline="") as table:
            return list(csv.DictReader(table))
