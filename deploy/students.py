"""Packs what students need without this repository: `make students`.

The zip holds the notebooks, the course's package as a wheel, the requirements with the
tested versions and a README of five lines; and the book, if it has been built. It is
written whole or not at all.
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from lernformer import about, whole

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "_build" / "lernformer-students.zip"
# Of requirements.txt, the part that the course itself needs, and JupyterLab.
NEEDED = ("torch", "numpy", "matplotlib", "ipywidgets", "anywidget", "safetensors")
NEEDED += ("sacrebleu", "click", "nbformat", "jupyterlab")
README = """\
Lernformer: the exercises. You need Python 3.11 or newer and 3 GB of free disk.
1. python -m venv .venv, and then: source .venv/bin/activate
2. pip install -r requirements.txt
3. jupyter lab exercises
4. Begin with embedding/embedding.ipynb; each check says what is wrong and why.
"""


def requirements(wheel: str) -> str:
    """The pins of requirements.txt that students need, and the course's wheel.

    Raises:
        ValueError: if requirements.txt does not pin one of them.
    """
    pins = dict(
        re.findall(r"^([\w-]+)(==\S+)", (ROOT / "requirements.txt").read_text(), re.M)
    )
    if missing := [name for name in NEEDED if name not in pins]:
        raise ValueError(f"requirements.txt does not pin {', '.join(missing)}")
    return "\n".join([f"./{wheel}", *(name + pins[name] for name in NEEDED), ""])


def pack(target: Path = TARGET) -> Path:
    """Write the zip and return where it is."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        subprocess.run(
            [*pip, "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True
        )
        (wheel,) = Path(folder).glob("lernformer-*.whl")
        with (
            whole.writing(target) as part,
            zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            archive.writestr("README.txt", README)
            archive.writestr("requirements.txt", requirements(wheel.name))
            archive.write(wheel, wheel.name)
            for notebook in sorted(ROOT.glob("exercises/*/*.ipynb")):
                archive.write(notebook, notebook.relative_to(ROOT))
            if book := about.local_book():
                # within what JupyterLab shows, so that verdicts can link to its pages
                for page in sorted(filter(Path.is_file, book.rglob("*"))):
                    place = Path("exercises", "book", page.relative_to(book))
                    archive.write(page, place)
    return target


if __name__ == "__main__":
    print(f"For the students: {pack()}")
    if not about.local_book():
        print("It is without the book: `make book` first puts it in.")
