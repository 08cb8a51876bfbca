"""The skeleton of a task: it is complete, and it works as it is."""

import os
import subprocess
import sys

import pytest
from course import ROOT, copy_code

from lernformer.newtask import new_task

NEW = {slug: f"twice_{slug}" for slug in ("attention", "masking", "translator")}


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clone")
    copy_code(folder)
    return folder


@pytest.fixture(scope="module")
def written(clone):
    return {slug: new_task(clone, slug, name) for slug, name in NEW.items()}


def run(folder, *command):
    path = {"PYTHONPATH": str(folder / "src"), "OMP_NUM_THREADS": "1"}
    environment = {**os.environ, **path}
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_what_is_written_is_a_task(clone, written):
    """The tests of checks, layout and reference accept it."""
    new = "masking.twice_masking"
    names = ("checks", "layout", *NEW)
    chosen = (*(f"tests/test_{name}.py" for name in names), "-k", "twice_")
    told = run(clone, "-m", "pytest", "-v", "-p", "no:cacheprovider", *chosen)
    for name in ("catalogue_three_times", "in_three_steps", "as_a_sum"):
        assert f"{new}-{name}] PASSED" in told
    for slug in NEW:
        assert f"tests/test_{slug}.py::" in told


@pytest.mark.slow
def test_its_cells_are_the_last_tasks(clone, written):
    code = """
from pathlib import Path
import nbformat
from lernformer.grading.judge.notebooks import as_notebook
for slug in {slugs}:
    script = Path('solutions', slug, f'{{slug}}.py').read_text('utf-8')
    cells = nbformat.reads(as_notebook(script), 4).cells
    print([cell.id for cell in cells if cell.id.startswith('check_')][-1])
"""
    told = run(clone, "-c", code.format(slugs=list(NEW)))
    assert told.split() == [f"check_{name}" for name in NEW.values()]


@pytest.mark.slow
def test_its_decks_come_of_its_files(clone, written):
    """Wrong answers to tell apart, and lines to put in order."""
    code = """
import sys
sys.path.insert(0, {book!r})
from _ext import arrange, spot
for slug, name in {new}.items():
    asked = spot.dealt(spot.search(f'{{slug}}.{{name}}'), with_code=True)
    lines = arrange.make(f'{{slug}}.{{name}}')
    print(len(asked) >= spot.CAUSES, {{*lines.verdicts.values()}} > {{''}})
"""
    told = run(clone, "-c", code.format(book=str(ROOT / "book"), new=NEW))
    assert told.split() == ["True", "True"] * len(NEW)


def test_every_place_says_what_is_to_be_filled_in(clone, written):
    for slug, paths in written.items():
        places = {str(path.relative_to(clone)) for path in paths}
        for place in (
            "src/lernformer/checks",
            "src/lernformer/mistakes",
            "tests/answers",
        ):
            assert f"{place}/{slug}/{NEW[slug]}.py" in places
        assert f"solutions/{slug}/{slug}.py" in places
        left = [path for path in paths if "TODO" not in path.read_text("utf-8")]
        assert [path.name for path in left] == ["__init__.py"] * (slug == "translator")


@pytest.mark.parametrize(
    ("slug", "name", "words"),
    [
        ("attentive", "twice", "no chapter 'attentive'"),
        ("attention", "two words", "'two words' cannot be the name"),
        ("attention", "class", "'class' cannot be the name"),
        ("attention", "softmax", "already uses the name softmax"),
    ],
)
def test_what_is_refused_changes_nothing(clone, written, slug, name, words):
    before = {path: path.read_bytes() for path in clone.rglob("*.py")}
    with pytest.raises(ValueError, match=words):
        new_task(clone, slug, name)
    assert {path: path.read_bytes() for path in clone.rglob("*.py")} == before
