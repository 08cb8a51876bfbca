"""The worked example of each task: in its docstring, so in its stub and in the book."""

import ast
import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest
import torch

from lernformer import checks, probes

SOLUTIONS = Path(__file__).parents[1] / "solutions"
LONGEST, WIDEST = 8, 80  # lines that are typed and shown, columns


def example(task_id: str) -> doctest.DocTest:
    """With the names that the exercise's first cell imports, and its answers."""
    slug, name = task_id.split(".")
    chapter = importlib.import_module(f"lernformer.{slug}")
    script = (SOLUTIONS / slug / f"{slug}.py").read_text("utf-8")
    known: dict[str, object] = {}
    for node in ast.parse(script).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            exec(compile(ast.Module([node], []), slug, "exec"), known)
    known |= {one: getattr(chapter, one) for one in probes.names(slug)}
    told = inspect.getdoc(inspect.unwrap(known[name]))
    return doctest.DocTestParser().get_doctest(told, known, task_id, None, 0)


@pytest.mark.parametrize("task_id", checks.tasks())
def test_a_task_has_an_example_that_is_true(task_id):
    found = example(task_id)
    assert any(one.want for one in found.examples), "no number"
    assert task_id.split(".")[1] in "".join(one.source for one in found.examples)
    said: list[str] = []
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(0)
        result = doctest.DocTestRunner(verbose=False).run(found, out=said.append)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("task_id", checks.tasks())
def test_an_example_is_short_and_ends_the_docstring(task_id):
    slug, name = task_id.split(".")
    chapter = importlib.import_module(f"lernformer.{slug}")
    answer = inspect.unwrap(getattr(chapter, name))
    told = inspect.getdoc(answer)
    lines = told.partition("\nExample:\n")[2].splitlines()
    assert lines[0].startswith("    >>> ")
    assert len(lines) <= LONGEST
    assert all(line.startswith("    ") for line in lines)
    source = inspect.getsource(answer)
    wide = [x for x in source.splitlines() if re.match(r" *(>>>|\.\.\.) ", x)]
    assert max(map(len, wide)) <= WIDEST


def test_a_wrong_example_is_found():
    found = example("attention.softmax")
    found.examples[0].want = "array([0.5, 0.5])\n"
    result = doctest.DocTestRunner(verbose=False).run(found, out=lambda _: None)
    assert result.failed == 1
