"""The repository's shape: each chapter the same, imports one way, no path untold."""

import ast
import re
from pathlib import Path

import pytest
import yaml
from course import ROOT, repository_files

SOURCE = ROOT / "src" / "lernformer"
# Pages that frame the chapters have no exercise.
FRAME = {"index", "why", "beyond", "errata", "glossary", "teach", "references"}
FRAME |= {"discrimination"}
# The course's order, which its contents list may not change.
SLUGS = [
    "embedding",
    "positional_encoding",
    "attention",
    "masking",
    "residual_norm",
    "transformer",
    "translator",
]


def pages() -> list[str]:
    contents = yaml.safe_load((ROOT / "book" / "_toc.yml").read_text("utf-8"))
    found = [contents["root"]]
    for part in contents.get("parts", [contents]):
        found += [chapter["file"] for chapter in part.get("chapters", [])]
    return found


CHAPTERS = [page for page in pages() if page not in FRAME]


def test_the_contents_list_has_the_chapters_in_the_order_of_the_course():
    assert CHAPTERS == SLUGS


@pytest.mark.parametrize("slug", CHAPTERS)
@pytest.mark.parametrize(
    "place",
    [
        "book/{}.md",
        "src/lernformer/{}.py",
        "src/lernformer/checks/{}.py",
        "src/lernformer/widgets/{}.py",
        "src/lernformer/widgets/{}.mjs",
        "src/lernformer/widgets/{}.css",
        "solutions/{0}/{0}.py",
        "exercises/{0}/{0}.ipynb",
        "tests/test_{}.py",
        "tests/mutants/{}",
    ],
)
def test_a_chapter_has_its_file_in_every_folder(slug, place):
    path = ROOT / place.format(slug)
    assert path.exists() or path.with_suffix("").is_dir()  # a package


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
    } & {path.stem for path in SOURCE.iterdir()}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_chapter_imports_only_earlier_chapters(slug):
    place = SOURCE / slug
    files = place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]
    earlier = {*SLUGS[: SLUGS.index(slug)], slug}
    for file in files:
        if file.exists():
            assert imports(file) <= earlier, file


@pytest.mark.parametrize(
    ("folder", "below"),
    [("checks", set()), ("widgets", {"figures"}), ("grading", {"checks"})],
)
def test_what_stands_above_the_chapters_does_not_import_its_neighbours(folder, below):
    for file in (SOURCE / folder).rglob("*.py"):
        assert imports(file) <= {*SLUGS, folder, *below}, file


def test_the_readme_tells_every_path_at_the_top():
    tree = re.search(r"```text\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[1]
    told = {line.split()[0].rstrip("/") for line in tree.splitlines() if line.strip()}
    top = {name.split("/")[0] for name in repository_files()}
    assert {name for name in top if not name.startswith(".")} <= told
    for name in told:
        assert next(ROOT.glob(f"**/{name}"), None) or (ROOT / name).exists(), name
