"""The text of a task's mistakes: read strictly, and its answers do what it says."""

import inspect

import numpy as np
import pytest

from lernformer.mistakes import table
from lernformer.mistakes.attention import softmax
from lernformer.probes.aspects import LARGE
from lernformer.probes.case import Case, Observation

TEXT = """
# A comment.

+ INPUT_MODIFIED, attention.heads.FLOAT_SIZE

not_normalised (course): the weights are not
divided: by anything.
  sum_of_ones, in right: The sum of all weights
  is a number.
    exponentials.sum(axis=axis, keepdims=True) → 1
  in_two_lines, in right: One thing after the other.
    - return exponentials / exponentials.sum(axis=axis, keepdims=True)
    + total = 1
    + return exponentials / total

softmax_twice: once is enough.
  once_more, in right: It can't hurt.
    returns right(right(scores, axis), axis)

known_to_python: the file has it.
  from_python
  shown by shows
  shown if case.aspect == LARGE
    and seen.trouble
  fails with no such word
  fails with nor this one
"""


def shows(case, seen):
    return case.aspect == "shown"


def from_python(scores, axis=-1):
    """Python's own."""
    return scores


@pytest.fixture
def names(tmp_path):
    """The names that the Python file beside the text would hold."""
    (tmp_path / "softmax.txt").write_text(TEXT, "utf-8")
    return {
        **vars(softmax),
        "__file__": str(tmp_path / "softmax.py"),
        "shows": shows,
        "from_python": from_python,
    }


def test_an_edited_answer_runs_under_its_own_name_and_can_be_read(names):
    found = table.mistakes(names)
    for name in ("sum_of_ones", "in_two_lines"):
        assert found.named(name)(np.zeros(2)).tolist() == [1, 1]
    twice = found.named("once_more")(np.array([0.0, 1.0]))
    assert twice == pytest.approx(softmax.right(softmax.right(np.array([0.0, 1.0]))))
    assert found.named("from_python") is from_python
    code = inspect.getsource(found.named("in_two_lines"))
    assert code.startswith("def in_two_lines(scores, axis=-1):")
    assert code.endswith("    total = 1\n    return exponentials / total")
    with pytest.raises(KeyError):
        found.named("nobody")


def test_a_condition_reads_the_case_and_the_observation(names):
    shown = [m.shows for m in table.mistakes(names) if m.id == "known_to_python"][2]
    assert shown(Case(LARGE, {}), Observation(trouble="raises"))
    assert not shown(Case(LARGE, {}), Observation())
    assert not shown(Case("small", {}), Observation(trouble="raises"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\n  is a number.", "\nis a number.", "softmax.txt, line 9: not of a mistake"),
        ("sum_of_ones, in right", "sum_of_ones, in left", "sum_of_ones: .*left"),
        ("keepdims=True) →", "keepdims=False) →", "occurs 0 times, not once"),
        ("exponentials.sum(axis=axis, keepdims=True) →", "axis →", "occurs 5 times"),
        ("- return exponentials", "- return nothing", "occur 0 times, not once"),
        ("  from_python", "  from_nowhere", "known_to_python: there is no 'from_now"),
        ("+ INPUT_MODIFIED", "+ OUTPUT_MODIFIED", "there is no 'OUTPUT_MODIFIED'"),
        ("attention.heads", "attention.hats", "there is no 'attention.hats.FLOAT"),
        ("  fails with no such", "  ends: with no such", "line 25: not of a mistake"),
        ("== LARGE", "== HUGE", "known_to_python: there is no 'HUGE'"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(names, tmp_path, old, new, message):
    assert TEXT.count(old) == 1
    (tmp_path / "softmax.txt").write_text(TEXT.replace(old, new), "utf-8")
    with pytest.raises(ValueError, match=message):
        table.mistakes(names)


class Right:
    def forward(self, x):
        return x


def test_one_wrong_method_makes_a_subclass_of_the_right_class():
    [entry] = table.parsed(
        "doubled\n"
        "  Doubled, forward(self, x): Twice\n"
        "  is better.\n"
        "    + once = super().forward(x)\n"
        "    + return 2 * once\n",
        "doubled.txt",
    )
    made = table.built(entry.ways[0], {**globals()}, "doubled.txt")
    assert issubclass(made, Right)
    assert made().forward(3) == 6
    assert made.__doc__ == "Twice is better."
