"""The exercise as it was released: the judge can judge each of its graded cells."""

import pytest

from lernformer.grading.judge.release import Cell, question_of


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("assert softmax", "it asks 0"),
        ('check("attention.softmax", a)\ncheck("attention.split_heads", a)', "asks 2"),
        ('check("attention.nothing", a)', "no task 'attention.nothing'"),
    ],
)
def test_graded_code_that_the_judge_cannot_judge_is_refused(source, words):
    cell = Cell("mine", "code", source, "", True, 1.0, False)
    with pytest.raises(ValueError, match=words):
        question_of(cell)
