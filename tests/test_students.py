"""The students' zip: unpacked far from this repository, it is all that they need."""

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from deploy import students
from lernformer import project_urls

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


def test_what_they_bring_along_is_pinned_without_hashes():
    lines = students.constraints().splitlines()
    assert "soupsieve==2.10 ; python_full_version < '3.11.5'" in lines
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+( ; [^\\]+)?", line) for line in lines)


def test_the_readme_takes_one_command_and_says_where_the_book_is(monkeypatch):
    monkeypatch.setattr(project_urls, "_urls", lambda clone: {})
    monkeypatch.setattr(project_urls, "local_book", lambda: None)
    commands = re.findall(r"^    \S.*(?:\n    \S.*)*$", students.readme(), re.M)
    assert [len(block.splitlines()) for block in commands] == [1, 1]
    text = " ".join(students.readme().split())
    assert "On Linux and macOS, type" in text
    assert "and on Windows" in text
    assert "save the notebook and hand in that one file" in text
    assert "The book" not in students.readme()
    monkeypatch.setattr(project_urls, "local_book", lambda: ROOT)
    assert students.readme().endswith("\nThe book: exercises/book/index.html\n")
    urls = {"Book": "https://e.example/b"}
    monkeypatch.setattr(project_urls, "_urls", lambda clone: urls)
    assert students.readme().endswith("\nThe book: https://e.example/b/\n")


def test_a_shorter_course_hands_out_its_chapters_and_ones_own(tmp_path, monkeypatch):
    monkeypatch.setattr(students, "COURSE", ("embedding", "attention"))
    names = ["embedding/embedding", "attention/attention", "masking/masking"]
    places = [tmp_path / f"{name}.ipynb" for name in names]
    places += [tmp_path / "attention" / "kept" / "mine.py", tmp_path / "own" / "a.csv"]
    places.append(tmp_path / "own" / "x" / ".ipynb_checkpoints" / "b.ipynb")
    for place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    assert students.exercises(tmp_path) == [*places[:2], tmp_path / "own" / "a.csv"]


def test_other_code_is_another_version(tmp_path):
    """So pip replaces the wheel when a check was fixed in the middle of a term."""
    (tmp_path / "softmax.py").write_text("points = 2\n")
    before = students.version(tmp_path)
    assert students.version(tmp_path) == before
    (tmp_path / "softmax.py").write_text("points = 3\n")
    after = students.version(tmp_path)
    assert re.fullmatch(r"\d+\.\d+\.\d+\+[0-9a-f]{8}", after)
    assert after != before


@pytest.mark.slow
class TestUnpacked:
    def test_each_exercise_is_there(self, student):
        found = list(student.folder.glob("exercises/*/*.ipynb"))
        assert len(found) == len(list(ROOT.glob("solutions/*/*.py")))

    def test_each_command_works_or_says_in_a_line_what_it_wants(self, student):
        listed = student.lernformer("--help").split("Commands:\n")[1]
        commands = re.findall(r"^  ([\w-]+)", listed, re.M)
        assert {"lab", "check", "grade", "report", "train"} <= set(commands)
        code = "from lernformer.cli import main\nfor name in main.commands:\n"
        code += "    main([name, '--help'], standalone_mode=False)"
        helped = student.do(student.python, "-c", code)
        assert student.code == 0
        assert helped.count("Usage:") == len(commands)
        for command in ("grade", "report"):
            output = student.lernformer(command, "attention")
            assert output.count("\n") == 1
            assert "is not installed: pip install 'lernformer[grading]'" in output
        output = student.lernformer("check", "exercises/embedding/embedding.ipynb")
        assert re.search(r"✗ encode +0 of \d", output)
        assert student.lernformer("translate", "i am tired") == "Ich bin müde.\n"

    def test_an_assistant_reads_what_help_is_fair(self, student):
        text = (student.folder / "AGENTS.md").read_text("utf-8")
        assert "don't write or complete the body" in text
        assert {"check", "hint", "place", "tasks"} <= {*re.findall(r"`(\w+)`", text)}

    def test_the_sdist_makes_the_same_package(self, student, tmp_path):
        build = "import sys; from setuptools import build_meta\n"
        build += "build_meta.build_sdist(sys.argv[1])"
        subprocess.run(
            [sys.executable, "-c", build, str(tmp_path)],
            cwd=students.copy_sources(tmp_path / "copy"),  # to leave nothing in ours
            check=True,
            capture_output=True,
        )
        with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as opened:
            safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            opened.extractall(tmp_path, **safely)  # Python 3.11.2 knows no filter
        (source,) = tmp_path.glob("lernformer-*/src")
        files = (path for path in source.glob("lernformer/**/*") if path.is_file())
        inside = {str(path.relative_to(source)) for path in files}
        with zipfile.ZipFile(student.wheel) as opened:
            names = {n for n in opened.namelist() if n.startswith("lernformer/")}
        assert inside == names
