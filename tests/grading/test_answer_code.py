"""What code a fixed answer is made of."""

import keyword

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lernformer.grading.sandbox.answer_code import bound_names, read
from lernformer.grading.sandbox.reader import guarded

LONG = "import " + "a." * 33_000 + "a"  # more than 65,535 characters
WORDS = st.sampled_from(["softmax", "torch", ":=", "    ", "if 1"]) | st.sampled_from(
    keyword.kwlist
).map("{} ".format)
SIGNS = st.sampled_from("()[:=,.*%!?\n\0'\\")
ANY = st.lists(WORDS | SIGNS | st.text(max_size=3), max_size=25).map("".join)


def made(cells: list[str], name: str, others=(), released=()) -> dict:
    given = bound_names(released)
    found = read(dict(enumerate(cells)), [name], [*others], given)
    return found["made"][name]


def test_an_answer_consists_of_what_it_calls():
    cells = [
        "import pickle\nstored = pickle.loads(x)",
        "def helper(): return stored",
        "def other(): return 1",
        "def answer(): return helper() + other() + given()",
        "def alone(): return 1",
    ]
    found = made(cells, "answer", ["other"], ["def given(): pass"])
    assert found["more"] == 3
    alone = {"definitions": ["def alone():\n    return 1"], "more": 0}
    assert made(cells, "alone") == alone
    assert made(cells, "nobody") == {"definitions": [], "more": 0}


@pytest.mark.parametrize(
    "cell",
    [
        "def f(): return 1\nf = other",
        "@other\ndef f(): return 1",
        "f = lambda: 1",
        "def f(): return 1\nfor f in others: pass",
        "def f(): return 1\ndef g():\n    global f\n    f = 1",
        "def f(): return 1\nmatch x:\n    case f: pass",
        "from os import path as f",
    ],
)
def test_what_may_be_anything_has_no_definition(cell):
    assert made([cell], "f")["definitions"] == []


def test_a_local_variable_of_the_same_name_binds_nothing():
    cells = ["def f(): return 1", "def g():\n    f = 2\n    return f"]
    assert made(cells, "f")["definitions"]


def test_of_several_definitions_all_are_returned():
    cells = ["def f(): pass", "def f(): return 1", "f(", "x = 1"]
    assert len(made(cells, "f")["definitions"]) == 2


@given(ANY)
@settings(max_examples=200, deadline=None)
def test_any_code_is_read_to_an_end(code):
    try:
        found = made(["def f(x): return x", code, f"y = {code}"], "f")
        guarded(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # it does not run either
    assert found.keys() == {"definitions", "more"}


def test_long_words_are_read():
    cells = [f"{'x' * 60_000} = 1", f"x = '{'a1' * 32_000}'", LONG, "def f(): pass"]
    assert made(cells, "f")["definitions"]
