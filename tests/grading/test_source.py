"""What reading a notebook's code finds in it, and that it comes to an end."""

import ast

import pytest
from hypothesis import given, settings
from odd_code import ANY, DEEP, LONG

from lernformer.grading import source
from lernformer.grading.source import (
    asked_for,
    bound_by,
    changes,
    imports,
    magics,
    reached_by,
    statements_of,
    unreadable,
    uses,
    written,
)


@pytest.mark.parametrize("code", DEEP, ids=["signs", "dots", "lambdas"])
def test_what_is_nested_too_deeply_to_be_read_is_left_out(code):
    told = unreadable({3: "x = 1", 5: code, 8: "x = ("})
    assert told == {5: "left out, because it is nested too deeply to be read"}


def test_what_takes_too_long_to_be_read_takes_no_others_time(monkeypatch):
    monkeypatch.setattr(source, "PATIENCE", 0.1)
    cells = {0: LONG, 1: "x = 1", 2: "y = 2"}
    told = unreadable(cells)
    assert told == {0: "left out, because it takes too long to be read"}


@given(ANY)
@settings(max_examples=300, deadline=None)
def test_any_code_is_read_to_an_end(code):
    assert isinstance(unreadable({0: code}), dict)
    assert isinstance(bound_by((code,)), dict)


def test_what_does_not_compile_ends_its_cell():
    cell = "x = 1\nreturn x\ny = 2"
    assert [ast.unparse(one) for one in statements_of(cell)] == ["x = 1"]
    assert not unreadable({0: cell})


def test_a_timed_cell_is_read_like_another():
    assert [ast.unparse(one) for one in statements_of("%%time\nx = 1")] == ["x = 1"]


def test_names_are_bound_to_statements_and_to_paths():
    bound = bound_by(("import numpy as np\nfrom torch import nn", "x = y = np.ones(2)"))
    assert (bound["np"], bound["nn"]) == (["numpy"], ["torch.nn"])
    assert [*map(ast.unparse, bound["x"])] == ["x = y = np.ones(2)"]
    assert bound["x"] == bound["y"]


def test_an_answer_consists_of_what_it_calls_and_of_what_changes_that():
    cells = (
        "parts = []\ndef add(x): parts.append(x)",
        "def f(): return parts",
        "z = 0",
    )
    reached = [*map(ast.unparse, reached_by(bound_by(cells), "f"))]
    assert [one.partition("\n")[0] for one in reached] == [
        "def f():",
        "parts = []",
        "def add(x):",
    ]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ('"soft" + "max"', "softmax"),
        ("f\"soft{'max'}\"", "softmax"),
        ('"".join(["soft", "max"])', "softmax"),
        ('"soft" + end', None),
        ("1", None),
    ],
)
def test_texts_are_put_together_where_they_are_written(code, text):
    assert written(ast.parse(code, mode="eval").body) == text


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ('getattr(x, "soft" + "max")', ["softmax"]),
        ("getattr(x, name)", [None]),
        ('attrgetter("a", "b.c")', ["a", "b.c"]),
        ("print(x)", []),
    ],
)
def test_names_that_a_call_looks_up(code, names):
    assert asked_for(ast.parse(code, mode="eval").body) == names


def test_what_code_imports_uses_and_changes():
    (node,) = statements_of("def f(x):\n    import torch.fx\n    x.append(np.a.b)\n")
    assert [*imports(node)] == ["torch.fx"]
    assert [*uses(node, {"np": ["numpy"]})] == ["numpy.a.b"]
    assert changes(node) == {"x"}
    assert [*magics(statements_of("%matplotlib inline")[0])] == ["%matplotlib"]
