"""The reference, cut into what students see and what they write."""

import sys

import pytest

from lernformer.grading.judge.stub import stub

SOURCE = '''\
"""A chapter."""
import functools

LIMIT = 3  # beyond it nothing is counted


def _refusing(function):
    return function


def refuse(x):
    """Raise ``ValueError`` if x is negative."""
    if x < 0:
        raise ValueError(f"x must be at least 0, got {x}")


@functools.cache
@_refusing
def count(x: int, step: int | None = None) -> int:
    """How many.

    Args:
        x: a number.

    Returns:
        Another.

    Raises:
        ValueError: if x is negative,
            or large.
    """
    if step is None:
        step = 1
    refuse(x)
    if x > LIMIT:
        raise ValueError(f"x must be at most {LIMIT}, got {x}")
    # the secret
    total = x // step
    if total > LIMIT:
        raise ValueError("too many")
    return total


def late(x):
    """Refuse late."""
    half = x / 2
    root = half**0.5
    if root > LIMIT:
        raise ValueError("too large")
    note(root)
    return root


class Layer(Base):
    """A layer.

    Args:
        size: of it.

    Raises:
        ValueError: never.
    """

    def __init__(self, size: int):
        super().__init__()
        self.size = size
        self.weight = None
        self.draw()
        specialise(self)  # in a way that no task asks for

    def draw(self) -> None:
        """Draw again."""
        self.weight = draw(self.size)

    def forward(self, x):
        """Apply it, and nothing
        else.

        Raises:
            ValueError: if x is no number.
        """
        return self.weight * x
'''

COUNT = '''\
@functools.cache
def count(x: int, step: int | None = None) -> int:
    """How many.

    Args:
        x: a number.

    Returns:
        Another.
    """
    if step is None:
        step = 1
    refuse(x)
    if x > LIMIT:
        raise ValueError(f"x must be at most {LIMIT}, got {x}")
    ### BEGIN SOLUTION
    # the secret
    total = x // step
    if total > LIMIT:
        raise ValueError("too many")
    return total
    ### END SOLUTION'''

LAYER = '''\
class Layer(Base):
    """A layer.

    Args:
        size: of it.
    """

    def __init__(self, size: int):
        super().__init__()
        ### BEGIN SOLUTION
        self.size = size
        self.weight = None
        self.draw()

    def draw(self) -> None:
        """Draw again."""
        self.weight = draw(self.size)
        ### END SOLUTION

    def forward(self, x):
        """Apply it, and nothing
        else.
        """
        ### BEGIN SOLUTION
        return self.weight * x
        ### END SOLUTION'''

LATE = '''\
def late(x):
    """Refuse late."""
    ### BEGIN SOLUTION
    half = x / 2
    root = half**0.5
    if root > LIMIT:
        raise ValueError("too large")
    note(root)
    return root
    ### END SOLUTION'''

REFUSE = '''\
def refuse(x):
    """Raise ``ValueError`` if x is negative."""
    if x < 0:
        raise ValueError(f"x must be at least 0, got {x}")'''


@pytest.fixture
def chapter(tmp_path, monkeypatch):
    """`lernformer.example`, whose source is the one above."""
    path = tmp_path / "example.py"
    path.write_text(SOURCE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = type(sys)("lernformer.example")
    module.__file__ = str(path)
    monkeypatch.setitem(sys.modules, "lernformer.example", module)
    module.Base = object
    exec(compile(SOURCE, path, "exec"), module.__dict__)


def test_what_refuses_arguments_is_shown_and_what_is_said_of_errors_is_not(chapter):
    assert stub("example.count") == COUNT


def test_what_init_calls_belongs_to_its_solution(chapter):
    assert stub("example.Layer") == LAYER


def test_one_statement_at_most_is_shown_before_a_refusal(chapter):
    """Otherwise a refusal far down would give the solution away."""
    assert stub("example.late") == LATE


def test_what_an_answer_needs_stands_before_it(chapter):
    limit = "LIMIT = 3  # beyond it nothing is counted"
    found = stub("example.count", written=["refuse"], given=["LIMIT"])
    assert found == "\n\n\n".join([limit, REFUSE, COUNT])  # nothing is left to write


def test_a_name_that_is_not_there_is_told_beside_those_there_are(chapter):
    with pytest.raises(ValueError, match=r"example defines no limit; it .*LIMIT, _ref"):
        stub("example.count", given=["limit"])
