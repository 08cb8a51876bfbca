"""Near-identical code: what a copy looks like, and what must not look like one."""

import random
from itertools import product

import pytest
from extent import some

from lernformer.grading.pages.similarity import (
    K,
    alike,
    common,
    fingerprints,
    statements,
    tokens,
)
from tests import classes


def disguised(code: str) -> str:
    return classes.commented(classes.renamed(code))


@pytest.fixture(scope="module", params=some(range(1, 4), [1]))
def everybody(request):
    return classes.made(request.param, 40)


def copies(everybody, *changes) -> dict[str, classes.Codes]:
    """What student-3 wrote, changed in each of these ways."""
    source = everybody["student-3"]
    return {
        f"copy-{i}": {task: change(code) for task, code in source.items()}
        for i, change in enumerate(changes)
    }


def test_a_copy_in_a_class_is_found_and_nobody_else(everybody):
    assert alike(everybody) == []
    for change in (*classes.CHANGES, disguised):
        (pair,) = alike(everybody | copies(everybody, change))
        assert set(pair.students) == {"copy-0", "student-3"}
        assert pair.share > 0.95
        assert len(pair.cells) > 1


RINGS = [*product([2, 5, 20], ["exact", "disguised", "mixed"])]
KEPT = [(2, "exact"), (5, "disguised"), (20, "mixed")]


@pytest.mark.parametrize(("ring", "how"), some(RINGS, KEPT))
def test_a_ring_of_any_size_is_one_group(ring, how):
    ways = {"exact": [str], "disguised": [disguised], "mixed": classes.CHANGES}
    changes = ways[how]
    everybody = classes.made(4, 40)
    many = [changes[i % len(changes)] for i in range(1, ring)]
    (group,) = alike(everybody | copies(everybody, *many))
    assert len(group.students) == ring
    assert "student-3" in group.students
    assert len(changes) > 1 or group.share == 1


def test_what_was_handed_out_or_written_by_many_is_no_sign():
    same, *_ = classes.made(1, 8).values()
    many = {f"s{i}": same | {"own": f"def f(): return {i}"} for i in range(8)}
    assert alike(many) == []
    assert alike({"ada": same, "bela": same}, same.values()) == []
    assert [pair.share for pair in alike({"ada": same, "bela": same})] == [1.0]


def test_one_answer_in_common_is_no_sign(everybody):
    one, other, *_ = everybody.values()
    task = "attention.MultiHeadAttention"
    assert alike(everybody | {"student-0": one | {task: other[task]}}) == []


ONE = "def f(x):\n    y = x + 1\n    return y"


def test_statements_without_effect_do_not_count():
    other = ONE.replace("return", "assert True\n    print(y)\n    return") + "\n\npass"
    assert tokens(ONE) == tokens(other)
    for line in ("unused = 0", "x = x", "assert x", "'words'", "pass"):
        assert statements(ONE) == statements(ONE.replace("    y", f"    {line}\n    y"))
    used = "def f(x):\n    step = 0\n    return x + step"
    assert len(statements(used)) == 3


def test_the_order_of_statements_does_not_count():
    one = "def f(a):\n    b = a @ a\n    c = a + 1\n    return b, c"
    other = "def f(a):\n    c = a + 1\n    b = a @ a\n    return b, c"
    assert statements(one) == statements(other)
    assert statements(one) != statements(other.replace("+", "-"))
    assert statements("def (") == statements("def  (  # more")


def test_names_strings_comments_and_layout_do_not_count():
    one = 'def f(x):\n    """What f does."""\n    return x + 1  # more\n'
    other = "def   g( value ) :\n  return value+1"
    assert tokens(one) == tokens(other)
    assert " ".join(tokens(one)) == "def n ( n ) : return n + 1"
    assert tokens(one.replace("1", "2")) != tokens(one)
    assert tokens("if x") != tokens("while x")


def test_short_tasks_with_few_styles_prove_nothing():
    """Everybody writes one of three answers, and many have all of them in common."""
    styles = [f"def f(x):\n    return x {sign} 1" for sign in "+-*"]
    chance = random.Random(0)
    codes = {
        f"s{i}": {f"t{j}": chance.choice(styles) for j in range(4)} for i in range(120)
    }
    assert alike(codes) == []
    assert common(codes) == ["t0", "t1", "t2", "t3"]
    assert common(classes.made(2, 12)) == []
    for nobody in ({}, {"ada": {}, "bela": {"softmax": ""}}):
        assert alike(nobody) == []


def test_no_code_is_too_strange():
    strange = ["", "def (", '"""', "'''" * 1001, "x = 'a\n" * 9, "\\" * 50, "ß = ∑[0"]
    for code in strange:
        assert isinstance(tokens(code), list)
        assert len(fingerprints(code)) <= max(0, len(tokens(code)) - K + 1)
