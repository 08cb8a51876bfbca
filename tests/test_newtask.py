"""New tasks in a copy of the course: a skeleton, and the recipe of CONTRIBUTING.md."""

import os
import re
import subprocess
import sys

import pytest
from course import ROOT, copy_code

from lernformer.newtask import new_task

NEW = {slug: f"twice_{slug}" for slug in ("embedding", "masking", "translator")}
RECIPE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
STEP = re.compile(r"<!-- (\S+?)(, at the end)? -->\n```(?:python)?\n(.*?)```", re.S)
ADDED = {**NEW, "attention": "entropy"}


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clone")
    copy_code(folder)
    return folder


@pytest.fixture(scope="module")
def written(clone):
    """What the skeletons of new tasks consist of."""
    return {slug: new_task(clone, slug, name) for slug, name in NEW.items()}


@pytest.fixture(scope="module")
def filled(clone, written):
    """The same clone, in which the recipe was followed word by word."""
    chapter = clone / "src/lernformer/attention.py"
    last = '    "MultiHeadAttention",\n]'
    listed = chapter.read_text("utf-8").replace(last, f'{last[:-1]}    "entropy",\n]')
    chapter.write_text(listed, "utf-8")
    for name, at_the_end, code in STEP.findall(RECIPE):
        before = (clone / name).read_text("utf-8") if at_the_end else ""
        (clone / name).write_text(f"{before}\n\n{code}" if before else code, "utf-8")
    return clone


def run(folder, *command):
    path = {"PYTHONPATH": str(folder / "src"), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, **path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_recipe_touches_eight_files_and_its_commands_are_there():
    assert len({name for name, _, _ in STEP.findall(RECIPE)}) == 8
    named = re.findall(r"`make ([a-z -]+)`", RECIPE)
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
    assert {word for words in named for word in words.split()} <= set(targets)


@pytest.mark.slow
def test_what_is_written_is_a_task(filled):
    """The tests of checks, examples and reference accept it."""
    names = (f"tests/test_{name}.py" for name in ("checks", "examples", *NEW))
    # a skeleton has no example yet
    tasks = "twice_ and not test_examples or attention.entropy"
    options = ("-v", "-p", "no:cacheprovider", "-k", tasks)
    output = run(filled, "-m", "pytest", *options, *names)
    for task, answers in {
        "masking.twice_masking": (
            "catalogue_three_times",
            "in_three_steps",
            "as_a_sum",
        ),
        "attention.entropy": ("catalogue_without_minus", "of_a_quotient", "by_einsum"),
    }.items():
        assert all(f"{task}-{answer}] PASSED" in output for answer in answers)
    for slug in NEW:
        assert f"tests/test_{slug}.py::" in output


@pytest.mark.slow
def test_its_cells_are_the_last_tasks(filled):
    code = f"""
from pathlib import Path
import nbformat
from lernformer.grading.assignment.notebooks import as_notebook
for slug in {[*ADDED]}:
    script = Path('solutions', slug, f'{{slug}}.py').read_text('utf-8')
    ids = [cell.id for cell in nbformat.reads(as_notebook(script), 4).cells]
    name = [name for name in ids if name.startswith('check_')][-1]
    print(name.removeprefix('check_') in ids, name)
"""
    output = run(filled, "-c", code)
    assert output == "".join(f"True check_{name}\n" for name in ADDED.values())


@pytest.mark.slow
def test_its_decks_come_of_its_files(filled):
    """Wrong answers to tell apart, and lines to put in order."""
    code = f"""
import sys
sys.path.insert(0, {str(ROOT / "book")!r})
from _ext import arrange, spot
for slug, name in {NEW}.items():
    dealt = spot.dealt(spot.search(f'{{slug}}.{{name}}'), with_code=True)
    lines = arrange.make(f'{{slug}}.{{name}}')
    print(len(dealt) >= spot.CAUSES, {{*lines.verdicts.values()}} > {{''}})
"""
    assert run(filled, "-c", code).split() == ["True", "True"] * len(NEW)


def test_every_place_says_what_is_to_be_filled_in(clone, written):
    for slug, paths in written.items():
        places = {path.relative_to(clone).as_posix() for path in paths}
        for folder in (
            "src/lernformer/checks",
            "src/lernformer/mistakes",
            "tests/answers",
        ):
            assert f"{folder}/{slug}/{NEW[slug]}.py" in places
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
