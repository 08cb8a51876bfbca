"""What the book shows of the course's code."""

import ast
import sys
from pathlib import Path

import pytest
from sphinx.errors import ConfigError

sys.path.insert(0, str(Path(__file__).parents[1] / "book"))

from _ext import edition, listing, source

from lernformer import checks

VALIDATED = '''
@_validated
def half(x, y=2):
    """Divide by two.

    Raises:
        ValueError: if x is negative.
    """
    if x < 0:
        raise ValueError(f"got {x}")
    for one in (x, y):
        # reasons
        if one is None:
            raise TypeError
    check_fit(x, y)
    twice = x * y  # still (B, L)
    table = []
    if twice:
        return x / 2
    return table
'''.lstrip()


def test_listings_are_cut_to_what_the_text_speaks_of():
    assert source.shown(VALIDATED) == (
        "def half(x, y=2):\n"
        '    """Divide by two."""\n'
        "    twice = x * y  # still (B, L)\n"
        "    table = []\n"
        "    if twice:\n"
        "        return x / 2\n"
        "    return table"
    )


def test_a_method_that_only_rejects_values_is_left_out():
    assert source.shown(
        "class Size:\n"
        "    n: int = 2\n\n"
        "    def __post_init__(self):\n"
        "        for name in ('n',):\n"
        "            value = getattr(self, name)\n"
        "            if value < 1:\n"
        "                raise ValueError(value)\n\n"
        "    def half(self):\n"
        "        if self.n % 2:\n"
        "            raise ValueError\n"
        "        return self.n // 2\n"
    ) == (
        "class Size:\n    n: int = 2\n\n    def half(self):\n        return self.n // 2"
    )


@pytest.mark.parametrize("task_id", checks.tasks())
def test_a_stub_has_the_arguments_and_no_body(task_id):
    thing = source.find(task_id)
    (kept,) = ast.parse(source.stub(source.written(thing))).body
    assert kept.name == task_id.split(".")[1]
    for node in source.functions(ast.parse(ast.unparse(kept))):
        *_, last = node.body
        assert ast.unparse(last) == "..."
        assert len(node.body) <= 2


def test_a_name_that_is_not_there_is_reported():
    with pytest.raises(ValueError, match=r"no lernformer\.attention\.softmacks"):
        source.find("attention.softmacks")


def test_an_example_is_that_of_the_docstring():
    text = source.example(source.written(source.find("attention.softmax_jacobian")))
    assert text.splitlines() == [
        ">>> softmax_jacobian(np.array([0.2, 0.8]))",
        "array([[ 0.16, -0.16],",
        "       [-0.16,  0.16]])",
    ]
    _, block = listing.example(text)
    assert block.astext() == text


def test_a_module_lists_all_that_it_defines_in_its_order():
    names = [thing.__name__ for thing in listing.parts("masking")]
    text = Path(source.find("masking").__file__).read_text("utf-8")
    assert names == [
        node.name for node in ast.parse(text).body if hasattr(node, "name")
    ]
    assert listing.parts("masking.padding_mask") == [
        source.find("masking.padding_mask")
    ]


def test_there_are_two_editions():
    class Config:
        edition = "clas"

    with pytest.raises(ConfigError, match="open or class, got 'clas'"):
        edition.check(None, Config)
