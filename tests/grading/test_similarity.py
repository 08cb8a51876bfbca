"""Near-identical code: what a copy looks like, and what must not look like one."""

import random
import re

import pytest

from lernformer.grading.pages.similarity import (
    K,
    alike,
    common,
    fingerprints,
    statements,
    tokens,
)
from lernformer.mistakes.mistake import written
from tests import answers, classes

ANSWERS: dict[str, list[str]] = {}
for known in answers.variants("attention") + answers.mutants("attention"):
    code = written(known.answer)
    code = re.sub(r"\A@.*?^(?=def |class )", "", code, flags=re.S | re.M)
    if not re.search(r"\b[Rr]ight\b", code):  # written out, as a student's would be
        ANSWERS.setdefault(known.task, []).append(code)


def made_class(seed: int, number: int = 15) -> dict[str, dict[str, str]]:
    """Students who write right and wrong answers, each in their own way."""
    chance = random.Random(seed)
    many = {task: known for task, known in ANSWERS.items() if len(known) >= number}
    drawn = {task: chance.sample(known, number) for task, known in many.items()}
    return {
        f"student-{i}": {task: codes[i] for task, codes in drawn.items()}
        for i in range(number)
    }


def disguised(code: str) -> str:
    """Other names, comments and layout."""
    code = re.sub(r"\b(scores|weights|shifted|q|k|x|axis)\b", r"my_\1", code)
    code = "\n\n".join(f"{line}  # mine" for line in code.splitlines())
    return code.replace("    ", "        ")


@pytest.mark.parametrize("seed", range(5))
def test_a_disguised_copy_is_found_and_nobody_else(seed):
    codes = made_class(seed)
    codes["copy"] = {task: disguised(code) for task, code in codes["student-3"].items()}
    (pair,) = alike(codes)
    assert set(pair.students) == {"copy", "student-3"}
    assert pair.share > 0.95
    assert len(pair.cells) > 1


def test_what_was_handed_out_or_written_by_many_is_no_sign():
    codes = made_class(1, 8)
    same = next(iter(codes.values()))
    many = {name: dict(same) | {"own": f"def f(): return {name[8:]}"} for name in codes}
    assert alike(many) == []
    assert alike({"ada": same, "bela": same}, same.values()) == []
    assert [pair.share for pair in alike({"ada": same, "bela": same})] == [1.0]


@pytest.mark.parametrize("ring", [2, 3, 5, 14, 20])
@pytest.mark.parametrize("change", [str, disguised])
def test_a_ring_of_any_size_is_one_group(ring, change):
    codes = made_class(4)
    source = codes["student-3"]
    for i in range(1, ring):
        codes[f"copy-{i}"] = {task: change(code) for task, code in source.items()}
    (group,) = alike(codes)
    assert len(group.students) == ring
    assert "student-3" in group.students
    assert group.share == 1


def test_statements_without_effect_do_not_count():
    one = "def f(x):\n    y = x + 1\n    return y"
    other = (
        "def f(x):\n    y = x + 1\n    assert True\n    print(y)\n    return y\n\npass"
    )
    assert tokens(one) == tokens(other)


@pytest.mark.parametrize("line", ["unused = 0", "x = x", "assert x", "'words'", "pass"])
def test_what_has_no_effect_is_left_out(line):
    one = "def f(x):\n    y = x + 1\n    return y"
    other = one.replace("    y", f"    {line}\n    y")
    assert statements(one) == statements(other)
    used = "def f(x):\n    step = 0\n    return x + step"
    assert len(statements(used)) == 3


def test_the_order_of_statements_does_not_count():
    one = "def f(a):\n    b = a @ a\n    c = a + 1\n    return b, c"
    other = "def f(a):\n    c = a + 1\n    b = a @ a\n    return b, c"
    assert statements(one) == statements(other)
    assert statements(one) != statements(other.replace("+", "-"))
    assert statements("def (") == statements("def  (  # more")


@pytest.fixture(scope="module")
def class_of_40():
    return classes.made(1, 40)


def test_nobody_of_a_class_is_accused(class_of_40):
    assert alike(class_of_40) == []


@pytest.mark.parametrize("change", classes.CHANGES)
def test_a_copy_in_a_class_is_found_and_nobody_else(change, class_of_40):
    source = class_of_40["student-3"]
    copy = {task: change(code) for task, code in source.items()}
    (pair,) = alike(class_of_40 | {"copy": copy})
    assert set(pair.students) == {"copy", "student-3"}


@pytest.mark.parametrize("ring", [4, 20])
def test_a_ring_that_disguises_in_different_ways_is_one_group(ring, class_of_40):
    codes, source = dict(class_of_40), class_of_40["student-3"]
    for i in range(1, ring):
        change = classes.CHANGES[i % len(classes.CHANGES)]
        codes[f"copy-{i}"] = {task: change(code) for task, code in source.items()}
    (group,) = alike(codes)
    assert len(group.students) == ring


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


def test_one_answer_in_common_is_no_sign():
    codes = made_class(2)
    task = "attention.MultiHeadAttention"
    codes["student-1"][task] = codes["student-2"][task]
    assert alike(codes) == []


def test_names_strings_comments_and_layout_do_not_count():
    one = 'def f(x):\n    """What f does."""\n    return x + 1  # more\n'
    other = "def   g( value ) :\n  return value+1"
    assert tokens(one) == tokens(other)
    assert " ".join(tokens(one)) == "def n ( n ) : return n + 1"
    assert tokens(one.replace("1", "2")) != tokens(one)
    assert tokens("if x") != tokens("while x")


@pytest.mark.parametrize(
    "code", ["", "def (", '"""', "'''" * 1001, "x = 'a\n" * 9, "\\" * 50, "ß = ∑[0"]
)
def test_no_code_is_too_strange(code):
    assert isinstance(tokens(code), list)
    assert len(fingerprints(code)) <= max(0, len(tokens(code)) - K + 1)


def test_nobody_and_nothing():
    assert alike({}) == []
    assert alike({"ada": {}, "bela": {"softmax": ""}}) == []
