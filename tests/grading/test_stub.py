"""The reference, cut into what students see and what they write."""

import re
import sys
from pathlib import Path

import pytest

from lernformer.grading.assignment.stub import stub

# What begins with "-" is in the chapter and not in the exercise.
CHAPTER = Path(__file__).with_name("stub.txt").read_text("utf-8")
REFERENCE = re.sub(
    r"^ *### .*\n", "", re.sub("^-", "", CHAPTER, flags=re.M), flags=re.M
)
PARTS = re.sub(r"^-.*\n", "", CHAPTER, flags=re.M).rstrip().split("\n\n\n")
IMPORT, _, REFUSE, COUNT, LATE, LAYER = PARTS


@pytest.fixture(autouse=True)
def _chapter(tmp_path, monkeypatch):
    """`lernformer.example`, whose source is the one above."""
    path = tmp_path / "example.py"
    path.write_text(REFERENCE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = type(sys)("lernformer.example")
    module.__file__ = str(path)
    monkeypatch.setitem(sys.modules, "lernformer.example", module)
    module.Base = object
    exec(compile(REFERENCE, path, "exec"), module.__dict__)


@pytest.mark.parametrize(
    ("name", "shown"), [("count", COUNT), ("Layer", LAYER), ("late", LATE)]
)
def test_refusals_at_the_top_are_shown_and_the_rest_is_to_write(name, shown):
    """What `__init__` calls is its solution; a refusal far down would give it away."""
    assert stub(f"example.{name}") == shown


def test_what_an_answer_needs_comes_before_it():
    limit = IMPORT.splitlines()[-1]
    found = stub("example.count", written=["refuse"], given=["LIMIT"])
    assert found == "\n\n\n".join([limit, REFUSE, COUNT])  # nothing is left to write


def test_a_missing_name_is_reported_with_those_that_exist():
    with pytest.raises(ValueError, match=r"example defines no limit; it .*LIMIT, _ref"):
        stub("example.count", given=["limit"])
