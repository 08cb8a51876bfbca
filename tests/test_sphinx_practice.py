"""The questions as an extension for any book: a book on lists, and no trace of ours."""

import re
import shutil
import subprocess
import sys
import zipfile

import browser
import pytest
from course import ROOT
from test_practice_pages import answered

from sphinx_practice.checks import Checks

SOURCE = ROOT / "src" / "sphinx_practice"
EXAMPLE = ROOT / "tests" / "practice_example"
KINDS = {"predict": 1, "guess": 1, "compute": 1, "arrange": 1, "spot": 1}
BUILD = """
import sys
# What was installed, and not this repository.
sys.path = [{installed!r}, *(path for path in sys.path if path != {src!r})]
sys.modules["lernformer"] = None
from sphinx.cmd.build import main
sys.exit(main(["-q", "-W", "--keep-going", {source!r}, {built!r}]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    # A copy, because pip writes its build beside what it installs.
    source = shutil.copytree(SOURCE, folder / "source")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q"]
    command += ["--no-build-isolation", "--no-index", "-w", str(folder), str(source)]
    subprocess.run(command, check=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def build(wheel, tmp_path_factory):
    """Build a book with the wheel's content; return its folder and the messages."""
    installed = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(installed)

    def built(source):
        target = tmp_path_factory.mktemp("built")
        code = BUILD.format(
            installed=str(installed),
            src=str(ROOT / "src"),
            source=str(source),
            built=str(target),
        )
        ran = subprocess.run(
            [sys.executable, "-I", "-c", code],
            cwd=target,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return target, ran

    return built


@pytest.fixture(scope="module")
def example(build):
    target, ran = build(EXAMPLE)
    assert ran.returncode == 0, ran.stderr
    return target


@pytest.mark.slow
def test_the_wheel_is_the_extension_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"sphinx_practice"}
    assert {"practice.js", "static/practice.css"} <= {
        name.removeprefix("sphinx_practice/") for name in names
    }


def test_it_imports_nothing_of_the_course():
    for path in SOURCE.glob("*.py"):
        text = path.read_text("utf-8")
        assert not re.search(r"^\s*(from|import) (_ext|lernformer)\b", text, re.M), path


@pytest.mark.slow
def test_a_book_that_is_not_ours_has_every_kind(example):
    page = (example / "index.html").read_text("utf-8")
    found = {kind: page.count(f'class="practice {kind}"') for kind in KINDS}
    assert found == KINDS
    assert 'const NAME = "lists"' in page
    again = (example / "again.html").read_text("utf-8")
    assert again.count('class="practice recall"') == 1
    assert (example / "_static" / "practice.css").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        ('if: "[1, 2] + [3] == [4, 5]"', 'if: "True"', "exactly one choice must hold"),
        ("result += number\n      return", "result -= 1\n      return", "isn't right"),
        ("extra: [result = number,", "extra: [result = 0,", "are the same"),
        ("right: result += number", "right: result = 1", "it isn't right, either"),
        ("get: len(range(10, 20))", "get: len(range(99))", "is not on the scale"),
    ],
)
def test_what_is_not_right_fails_the_build(build, tmp_path, line, instead, message):
    source = shutil.copytree(EXAMPLE, tmp_path / "source")
    page = source / "index.md"
    text = page.read_text("utf-8")
    assert line in text
    page.write_text(text.replace(line, instead, 1), "utf-8")
    _, ran = build(source)
    assert ran.returncode
    assert message in ran.stderr


@pytest.mark.slow
def test_its_questions_are_answered_in_the_page(chromium, example):
    with browser.visit(chromium, (example / "index.html").as_uri()) as page:
        assert len(answered(page)) == len(KINDS)
        assert page.problems == []


def test_without_a_hook_there_are_no_answers():
    with pytest.raises(ValueError, match="no practice_answers says"):
        Checks().answers("median")
    with pytest.raises(ValueError, match="no check and no practice_verdict"):
        Checks().verdict("median", "")


def test_the_hook_decides_where_there_is_no_check(tmp_path, monkeypatch):
    text = "def practice_verdict(name, code):\n    return f'{name}: {code}'\n"
    (tmp_path / "hook_of_a_test.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    checks = Checks("hook_of_a_test")
    assert checks.verdict("x", "x = 1") == "x: x = 1"
    assert checks.verdict("x", "x = 1", "assert x == 1") == ""
    assert checks.names("compute", 3) == {}


def test_a_check_says_what_is_wrong():
    checks = Checks()
    assert checks.verdict("x", "x = 1", "assert x == 1") == ""
    assert checks.verdict("x", "x = 2", "assert x == 1, 'x is 2.'") == "x is 2."
    assert checks.verdict("x", "x = 2", "assert x == 1") == "It is wrong."
    raised = checks.verdict("x", "x = y", "assert x == 1")
    assert raised == "It raises NameError: name 'y' is not defined"
