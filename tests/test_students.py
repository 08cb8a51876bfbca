"""The students' zip: unpacked far from this repository, it is all that one needs."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

from deploy import students

ROOT = Path(__file__).parents[1]


def test_requirements_are_the_tested_ones():
    lines = students.requirements("lernformer-1-py3-none-any.whl").splitlines()
    assert lines[0] == "./lernformer-1-py3-none-any.whl"
    assert set(lines[1:]) <= set((ROOT / "requirements.txt").read_text().splitlines())


def test_binder_installs_the_course_and_the_same():
    lines = (ROOT / ".binder" / "requirements.txt").read_text().splitlines()
    assert lines[1:] == students.requirements("").splitlines()


def test_a_package_without_a_pin_is_named(monkeypatch):
    monkeypatch.setattr(students, "NEEDED", ("torch", "leftpad"))
    with pytest.raises(ValueError, match="does not pin leftpad"):
        students.requirements("x.whl")


def test_the_readme_has_five_lines_and_names_what_is_there():
    assert len(students.README.splitlines()) == 5
    assert (ROOT / "exercises" / "embedding" / "embedding.ipynb").exists()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_student_unpacks_installs_and_opens_a_notebook(tmp_path):
    archive = students.pack(tmp_path / "students.zip")
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(archive) as opened:
        names = opened.namelist()
        opened.extractall(folder)
    assert sum(name.endswith(".ipynb") for name in names) == len(
        list(ROOT.glob("solutions/*/*.py"))
    )

    def run(*command):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)

    run(sys.executable, "-m", "venv", ".venv")
    python = str(folder / ".venv" / "bin" / "python")
    run(python, "-m", "pip", "install", "--quiet", "-r", "requirements.txt")
    path = "exercises/attention/attention.ipynb"
    convert = ["-m", "nbconvert", "--execute", "--inplace", "--allow-errors"]
    run(python, *convert, path)
    notebook = nbformat.read(folder / path, as_version=4)
    told = [
        output["data"].get("text/html", "")
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "check_softmax"
        for output in cell.outputs
        if "data" in output
    ]
    assert re.search("not written yet", "".join(told))
