"""The worked example of each task: in its docstring, so in its stub and in the book."""

import ast
import doctest
import importlib
import inspect
import json
import re
import sys
from pathlib import Path

import pytest
import torch

from lernformer import checks, probes

SOLUTIONS = Path(__file__).parents[1] / "solutions"
EXERCISES = SOLUTIONS.parent / "exercises"
LONGEST, WIDEST = 8, 80  # lines that are typed and shown, columns


def example(slug: str, task: str, name: str) -> doctest.DocTest:
    """An example with the names that the first cell imports, and its answers.

    Args:
        slug: the chapter.
        task: the task whose cell holds the example.
        name: the task itself, or a helper in its cell.
    """
    chapter = importlib.import_module(f"lernformer.{slug}")
    script = (SOLUTIONS / slug / f"{slug}.py").read_text("utf-8")
    known: dict[str, object] = {}
    for node in ast.parse(script).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            exec(compile(ast.Module([node], []), slug, "exec"), known)
    known |= {one: getattr(chapter, one) for one in probes.names(slug)}
    home = sys.modules[inspect.unwrap(known[task]).__module__]
    known[name] = getattr(home, name)
    docstring = inspect.getdoc(inspect.unwrap(known[name]))
    return doctest.DocTestParser().get_doctest(docstring, known, name, None, 0)


def written_out() -> list[tuple[str, str, str]]:
    """Everything that the cells of the tasks define, including helpers."""
    found = []
    for path in sorted(EXERCISES.glob("*/*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            known = cell["metadata"].get("lernformer", {})
            for node in ast.parse(known.get("stub", "")).body:
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    found.append((path.stem, cell["id"], node.name))
    return found


TASKS = [(slug, x, x) for slug, x in (one.split(".") for one in checks.tasks())]
HELPERS = [x for x in written_out() if x[1] != x[2]]


def test_cells_have_helpers():
    assert ("positional_encoding", "PositionalEncoding", "_rows") in HELPERS


@pytest.mark.parametrize(("slug", "task", "name"), TASKS + HELPERS)
def test_what_a_cell_defines_has_an_example_that_is_true(slug, task, name):
    found = example(slug, task, name)
    assert any(one.want for one in found.examples), "no number"
    assert name in "".join(one.source for one in found.examples)
    output: list[str] = []
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(0)
        result = doctest.DocTestRunner(verbose=False).run(found, out=output.append)
    assert result.failed == 0, "".join(output)


@pytest.mark.parametrize("task_id", checks.tasks())
def test_an_example_is_short_and_ends_the_docstring(task_id):
    slug, name = task_id.split(".")
    chapter = importlib.import_module(f"lernformer.{slug}")
    answer = inspect.unwrap(getattr(chapter, name))
    docstring = inspect.getdoc(answer)
    lines = docstring.partition("\nExample:\n")[2].splitlines()
    assert lines[0].startswith("    >>> ")
    assert len(lines) <= LONGEST
    assert all(line.startswith("    ") for line in lines)
    source = inspect.getsource(answer)
    wide = [x for x in source.splitlines() if re.match(r" *(>>>|\.\.\.) ", x)]
    assert max(map(len, wide)) <= WIDEST
