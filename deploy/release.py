"""Gathers the files for a release, and checks that nothing is missing: `make release`.

These are the site as a zip, the book as PDF, the students' zip, the package as wheel
and sdist, the release notes, how to cite it, and a checksum of each file.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import lernformer
from deploy import owner, students

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "_build" / "html"
TARGET = ROOT / "_build" / "release"
CHANGELOG = ROOT / "CHANGELOG.md"
SUMS = "SHA256SUMS"  # in the format of `sha256sum --check`
BUILD = """\
import sys
from setuptools import build_meta
target = sys.argv[1]  # setuptools replaces the arguments
build_meta.build_wheel(target)
build_meta.build_sdist(target)
"""


def gather(target: Path = TARGET, book: Path = BOOK) -> list[Path]:
    """Write all files of a release to an empty folder, and return them."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    shutil.make_archive(str(target / "lernformer-site"), "zip", book)
    if (book / "lernformer.pdf").exists():
        shutil.copy(book / "lernformer.pdf", target)
    students.pack(target / "lernformer-students.zip")
    with tempfile.TemporaryDirectory() as folder:
        sources = students.copy_sources(Path(folder) / "sources")
        subprocess.run(
            [sys.executable, "-c", BUILD, target],
            cwd=sources,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    shutil.copy(ROOT / "CITATION.cff", target)
    (target / "notes.md").write_text(notes(CHANGELOG.read_text("utf-8")), "utf-8")
    sums = [f"{_sum(file)}  {file.name}\n" for file in sorted(target.iterdir())]
    (target / SUMS).write_text("".join(sums))
    return sorted(target.iterdir())


def notes(changelog: str) -> str:
    """Return this version's section of the changelog, without heading; "" if none."""
    heading = rf"^## {re.escape(lernformer.__version__)}\b.*\n+"
    found = re.search(heading + r"((?:(?!## ).*\n?)*)", changelog, re.M)
    return found[1] if found else ""


def _sum(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def faults(files: list[Path], changelog: str, tag: str = "") -> list[str]:
    """Return, in words, what is missing or has a different version, if anything.

    Args:
        tag: the tag of the release; "" if it isn't known yet.
    """
    version = lernformer.__version__
    found = []
    if tag and tag.removeprefix("v") != version:
        found.append(f"the tag is {tag}, and __version__ is {version}")
    if not notes(changelog):
        found.append(f"CHANGELOG.md has no section “## {version}”")
    names = {file.name for file in files}
    for name in (
        "lernformer-site.zip",
        "lernformer.pdf",
        "lernformer-students.zip",
        f"lernformer-{version}-py3-none-any.whl",
        f"lernformer-{version}.tar.gz",
        "CITATION.cff",
        SUMS,
    ):
        if name not in names:
            found.append(f"there is no {name}")
    sums = {}
    for file in files:
        if file.name == SUMS:
            lines = (line.split(maxsplit=1) for line in file.read_text().splitlines())
            sums = {name: known for known, name in lines}
    for file in files:
        if file.name in sums and _sum(file) != sums[file.name]:
            found.append(f"{file.name} isn't the file that {SUMS} was made from")
        if file.suffix in {".zip", ".whl"} and (bad := zipfile.ZipFile(file).testzip()):
            found.append(f"{file.name} is broken: {bad}")
    return found


if __name__ == "__main__":
    made = gather()
    changelog = CHANGELOG.read_text("utf-8")
    wrong = faults(made, changelog, os.environ.get("TAG", ""))
    for each in made:
        print(f"{each.stat().st_size / 1e6:6.1f} MB  {each.relative_to(ROOT)}")
    for each in owner.unset():
        print(f"not set: {each}")
    sys.exit("\n".join(["", "This isn't a release yet:", *wrong]) if wrong else 0)
