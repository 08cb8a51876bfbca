"""None of our patterns takes quadratic time on what a student writes.

A pattern does if two unlimited repeats follow each other and match the same
characters, if one is nested in another, or if a search begins with one: then it
is tried again at every position.
"""

import ast
from pathlib import Path
from re import _compiler as compiler
from re import _parser as parser

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "lernformer"
ROOMS = ("grading", "checks", "probes")
SEARCHES = {"search", "findall", "finditer", "sub", "subn", "split"}
UNLIMITED = parser.MAXREPEAT
SIGNS = [chr(x) for x in range(1, 127)] + ["ä", "Σ", "\u2028"]


def patterns(path: Path):
    """The patterns that are literal in a module, each with how it is used."""
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)) if "import re\n" in source else ():
        match node:
            case ast.Call(
                ast.Attribute(ast.Name("re"), attr=how), [ast.Constant(str(text)), *_]
            ):
                yield node.lineno, how, text


def repeats(text: str) -> list[str]:
    """What is wrong with a pattern: places where its repeats can share characters."""
    return [*_troubles(parser.parse(text))]


def _troubles(parts):
    before = None  # an unlimited repeat that has just ended
    for kind, about in parts:
        name = str(kind)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, inner = about
            signs = _signs(inner)
            if most == UNLIMITED:
                if before and before & signs:
                    yield "two repeats side by side"
                if _is_repeat(inner):
                    yield "a repeat within a repeat"
                before = signs
            elif least > 0:
                before = None
            yield from _troubles(inner)
        elif name == "SUBPATTERN":
            yield from _troubles(about[-1])
            before = None
        elif name == "BRANCH":
            for branch in about[1]:
                yield from _troubles(branch)
            before = None
        elif name not in ("AT", "ASSERT", "ASSERT_NOT"):
            before = None


def _is_repeat(parts) -> bool:
    """True if it is nothing but another unlimited repeat."""
    if len(parts) != 1:
        return False
    kind, about = parts[0]
    if str(kind) == "SUBPATTERN":
        return _is_repeat(about[-1])
    return str(kind) in ("MAX_REPEAT", "MIN_REPEAT") and about[1] == UNLIMITED


def _signs(parts) -> set[str]:
    """The characters that a part can match if it is a single one; otherwise any."""
    if parts.getwidth() != (1, 1):
        return set(SIGNS)
    matching = compiler.compile(parts)
    return {sign for sign in SIGNS if matching.match(sign)}


def begins_with_a_repeat(text: str) -> bool:
    parts = list(parser.parse(text))
    if len(parts) < 2 or str(parts[0][0]) != "MAX_REPEAT":
        return False
    _, most, inner = parts[0][1]
    return most == UNLIMITED and len(_signs(inner)) > 3


def all_patterns():
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            for line, how, text in patterns(path):
                yield pytest.param(how, text, id=f"{room}/{path.name}:{line}")


@pytest.mark.parametrize(("how", "text"), [*all_patterns()])
def test_no_pattern_is_tried_over_and_over(how, text):
    assert not repeats(text)
    if how in SEARCHES:
        assert not begins_with_a_repeat(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"\w*\d+x", "side by side"),
        (r".*.*", "side by side"),
        (r"[^a]*[b-d]*", "side by side"),
        (r"(a+)+$", "within a repeat"),
    ],
)
def test_what_such_a_pattern_looks_like(text, words):
    assert any(words in message for message in repeats(text))


def test_a_search_that_begins_with_a_repeat_is_found():
    assert begins_with_a_repeat(r"\w*TorchFunction\w*")
    assert not begins_with_a_repeat(r"TorchFunction")
    assert not repeats(r"a*b*")
