"""The repository's shape: chapters alike, imports one way, every path listed."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from course import ROOT, repository_files

from lernformer import CHAPTERS, COURSE

SOURCE = ROOT / "src" / "lernformer"
# Pages that frame the chapters have no exercise.
FRAME = "index learning why beyond gpt inside errata glossary teach references threats "
FRAME += "discrimination lecture mistakes start teach_reference"
# these import nothing of ours, so anybody may import them
TOOLS = {"start", "project_urls", "memory", "threads", "atomic"}


def pages() -> list[str]:
    contents = yaml.safe_load((ROOT / "book" / "_toc.yml").read_text("utf-8"))
    found = [contents["root"]]
    for part in contents.get("parts", [contents]):
        found += [chapter["file"] for chapter in part.get("chapters", [])]
    return found


def test_the_contents_list_has_the_chapters_in_the_order_of_the_course():
    assert [page for page in pages() if page not in FRAME.split()] == list(CHAPTERS)


PLACES = """
book/{}.md
src/lernformer/{}.py
src/lernformer/probes/{}
src/lernformer/checks/{}
src/lernformer/mistakes/{}
src/lernformer/widgets/{}.py
src/lernformer/widgets/{}.mjs
src/lernformer/widgets/{}.css
solutions/{0}/{0}.py
tests/test_{}.py
tests/answers/{}
"""


@pytest.mark.parametrize("slug", CHAPTERS)
@pytest.mark.parametrize("place", PLACES.split())
def test_a_chapter_has_its_file_in_every_folder(slug, place):
    path = ROOT / place.format(slug)
    assert path.exists() or path.with_suffix("").is_dir()  # a package


def test_the_chapters_of_this_class_have_their_exercises():
    """They follow the course's order; chapters that are left out have none."""
    there = {x.stem for x in ROOT.glob("exercises/*/*.ipynb")} & {*CHAPTERS}
    assert there == {*COURSE}
    assert sorted(COURSE, key=CHAPTERS.index) == list(COURSE)


def imports(path: Path) -> set[str]:
    """The modules of our own that a file imports, without the leading package."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{a.name}" for a in node.names)}
    return {
        name.removeprefix("lernformer.").partition(".")[0]
        for name in found
        if name.startswith("lernformer.")
    } & {path.stem for path in SOURCE.iterdir()} - TOOLS


@pytest.mark.parametrize("slug", CHAPTERS)
def test_a_chapter_imports_only_earlier_chapters(slug):
    earlier = {*CHAPTERS[: CHAPTERS.index(slug)], slug}
    if slug == "translator":  # what really trains and translates, see below
        earlier.add("fast")
    for file in [*SOURCE.glob(f"{slug}.py"), *SOURCE.glob(f"{slug}/**/*.py")]:
        assert imports(file) <= earlier, file


def test_what_is_taught_and_required_needs_nothing_fast():
    """Not even by a chain of imports: a student's sandbox has no `fast`."""
    folders = ("lernformer", "lernformer.checks", "lernformer.probes")
    names = [f"{folder}.{slug}" for folder in folders for slug in CHAPTERS]
    code = f"import sys, {', '.join(names)}\n"
    code += "print([x for x in sys.modules if x.startswith('lernformer.fast')])"
    run = [sys.executable, "-c", code]
    found = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    assert found == "[]\n"


@pytest.mark.parametrize(
    ("folder", "below"),
    [
        ("fast", set()),
        ("probes", set()),
        ("mistakes", {"probes"}),
        ("checks", {"mistakes", "probes"}),
        ("widgets", {"figures", "fast", "gpt"}),
        ("grading", {"checks", "probes"}),
    ],
)
def test_what_is_above_the_chapters_does_not_import_its_neighbours(folder, below):
    for file in (SOURCE / folder).rglob("*.py"):
        assert imports(file) <= {*CHAPTERS, folder, *below}, file


@pytest.mark.parametrize("slug", CHAPTERS)
def test_a_chapters_probes_need_no_other_chapters(slug):
    """A sandbox has the probes of one chapter."""
    for file in (SOURCE / "probes" / slug).glob("*.py"):
        named = re.findall(r"lernformer\.probes\.(\w+)", file.read_text("utf-8"))
        assert {*named} & {*CHAPTERS} <= {slug}, file


ROOMS = ("sandbox", "assignment", "judge", "gradebook", "pages", "lms", "course")
FROM = re.compile(r"^\s*from lernformer\.grading\.(\w+)", re.M)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_the_grading_imports_only_from_those_before_it(room):
    allowed = {*ROOMS[: ROOMS.index(room) + 1]}
    for file in (SOURCE / "grading" / room).glob("*.py"):
        assert {*FROM.findall(file.read_text())} <= allowed, file


def test_a_tool_imports_nothing_of_ours():
    assert not {tool for tool in TOOLS if imports(SOURCE / f"{tool}.py")}


def test_the_wheel_has_every_file_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    data = project["tool"]["setuptools"]["package-data"]
    patterns = [pattern for found in data.values() for pattern in found]
    ours = [name for name in repository_files() if name.startswith("src/lernformer/")]
    others = [Path(name) for name in ours if not name.endswith(".py")]
    assert len(others) > 20
    assert [path for path in others if not any(map(path.match, patterns))] == []


def test_contributing_lists_every_path_at_the_top():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    tree = re.search(r"```text\n(.*?)```", text, re.S)[1]
    listed = {line.split()[0].rstrip("/") for line in tree.splitlines() if line.strip()}
    top = {name.split("/")[0] for name in repository_files()}
    assert {name for name in top if not name.startswith(".")} <= listed
    for name in listed:
        assert next(ROOT.glob(f"**/{name}"), None) or (ROOT / name).exists(), name


def test_the_tests_of_a_file_go_to_one_worker(request):
    """They share expensive fixtures; where xdist sees no marks, it splits them."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        pytest.skip("one process runs all tests")
    assert request.node.nodeid.endswith("@test_layout.py")
