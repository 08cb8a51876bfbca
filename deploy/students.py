"""Packs what students need to work without this repository: `make students`.

The zip contains the notebooks, the course's package as a wheel, the requirements with
the tested versions, a script that installs them, a README and, if it has been built,
the book. It is written completely or not at all. `make book` puts the zip next to the
book's pages. `make students EDITION=class` leaves out the model answers, which the
instructor then hands out.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import lernformer
from lernformer import CHAPTERS, COURSE, atomic, project_urls

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "_build" / "lernformer-students.zip"
# The parts of requirements.txt that the course itself needs, and JupyterLab.
NEEDED = ("torch", "numpy", "matplotlib", "ipywidgets", "anywidget", "safetensors")
NEEDED += ("sacrebleu", "click", "nbformat", "jupyterlab")
README = """\
Lernformer: the exercises

You need Python 3.11 or newer and 3 GB of free disk space (8 GB with an NVIDIA GPU,
because torch then comes with CUDA). No GPU is required. A Mac needs an Apple processor
and macOS 14 or newer: there is no recent torch for Intel Macs.

Open a terminal in this folder. On Linux and macOS, type

    python3 start.py

and on Windows

    py start.py

The first time, this installs everything into .venv, which takes a few minutes. Then it
opens JupyterLab on a start page, which lists the chapters in order and your points in
each. Begin with the first one, embedding: each check says what is wrong and why.

To submit, save the notebook and hand in that one file under the name it has, wherever
your course asks for it. `python3 start.py check exercises/embedding/embedding.ipynb`
shows how many points it gets; `python3 start.py doctor` finds out what is wrong with
this machine.

When there is a newer zip, copy everything from it except the notebooks that you have
already begun, then run start.py again.
"""


def readme() -> str:
    """Return the text of README.txt."""
    book = project_urls.book() or (
        "exercises/book/index.html" if project_urls.local_book() else ""
    )
    return README + (f"\nThe book: {book}\n" if book else "")


def requirements(wheel: str) -> str:
    """Return the pins from requirements.txt that students need, and the course's wheel.

    Raises:
        ValueError: if requirements.txt doesn't pin a version that they need.
    """
    pins = dict(
        re.findall(r"^([\w-]+)(==\S+)", (ROOT / "requirements.txt").read_text(), re.M)
    )
    if missing := [name for name in NEEDED if name not in pins]:
        raise ValueError(f"requirements.txt does not pin {', '.join(missing)}")
    return "\n".join([f"./{wheel}", *(name + pins[name] for name in NEEDED), ""])


def constraints() -> str:
    """Return the locked versions of everything to install, without hashes."""
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    return "".join(f"{pin}\n" for pin in re.findall(r"^(\w.*?)(?: \\)?$", lock, re.M))


def version(source: Path) -> str:
    """Return the course's version and code: pip replaces a package if this differs."""
    digest = hashlib.sha256()
    for path in sorted(source.rglob("*")):
        if path.suffix in {
            ".py",
            ".mjs",
            ".js",
            ".css",
            ".html",
            ".j2",
            ".json",
            ".md",
            ".txt",
        }:
            digest.update(str(path.relative_to(source)).encode() + path.read_bytes())
    return f"{lernformer.__version__}+{digest.hexdigest()[:8]}"


def copy_sources(folder: Path) -> Path:
    """Copy the package's sources, because setuptools writes next to them."""
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    if os.environ.get("EDITION") == "class":
        for answer in folder.glob("src/lernformer/checks/questions/*.md"):
            answer.unlink()
    stamps = {slug: project_urls.exercise(slug) for slug in CHAPTERS}
    known = folder / "src" / "lernformer" / "exercises.json"
    atomic.write(known, json.dumps({slug: x for slug, x in stamps.items() if x}))
    return folder


def build_wheel(folder: Path) -> Path:
    """Build the package's wheel in a folder, with its own version."""
    sources = copy_sources(folder / "sources")
    package = sources / "src" / "lernformer"
    start = package / "__init__.py"
    old, new = f'"{lernformer.__version__}"', f'"{version(package)}"'
    start.write_text(start.read_text("utf-8").replace(old, new), "utf-8")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    options = ["--no-build-isolation", "--wheel-dir", folder]
    subprocess.run([*pip, *options, sources], check=True)
    (wheel,) = folder.glob("lernformer-*.whl")
    return wheel


def exercises(folder: Path) -> list[Path]:
    """Return what to hand out: the course's chapters, the instructor's assignments."""
    found = [folder / slug / f"{slug}.ipynb" for slug in COURSE]
    for own in sorted(folder.iterdir()):
        if own.is_dir() and own.name not in CHAPTERS:
            inside = (x.relative_to(own) for x in sorted(own.rglob("*")) if x.is_file())
            found += (
                own / x for x in inside if not any(y.startswith(".") for y in x.parts)
            )
    return found


def pack(target: Path = TARGET) -> Path:
    """Write the zip and return where it is."""
    target.parent.mkdir(parents=True, exist_ok=True)
    book = project_urls.local_book()
    # listed before we begin to write the zip, because it may be one of these files
    pages = [page for page in sorted(book.rglob("*")) if page.is_file()] if book else []
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        needed = "-c constraints.txt\n" + requirements(wheel.name)
        with (
            atomic.writing(target) as part,
            zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            archive.writestr("README.txt", readme())
            for name in ("AGENTS.md", "start.py"):
                archive.write(Path(__file__).with_name(name), name)
            archive.writestr("requirements.txt", needed)
            archive.writestr("constraints.txt", constraints())
            archive.write(wheel, wheel.name)
            for file in exercises(ROOT / "exercises"):
                archive.write(file, file.relative_to(ROOT))
            # inside the folder that JupyterLab shows, so that verdicts can link to it
            for page in pages:
                if page.name != TARGET.name:
                    place = Path("exercises", "book", page.relative_to(book))
                    archive.write(page, place)
    return target


if __name__ == "__main__":
    print(f"For the students: {pack(Path(sys.argv[1]) if sys.argv[1:] else TARGET)}")
    if not project_urls.local_book():
        print("It doesn't contain the book: run `make book` first to add it.")
