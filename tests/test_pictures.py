"""The pictures of mistakes: computed from a wrong answer, and true in what they say."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "book"))

from _ext import mistakes, pictures, practice

from lernformer import CHAPTERS, checks

SHOWN = """
- mistake: softmax_over_queries
  task: attention.softmax
  draw: scores = np.log([[1, 3], [3, 1]]) + [0, 5]
  get: answer(scores)
  see: Columns sum to 1.
  if: np.allclose(wrong.sum(0), 1)
"""


def test_both_arrays_are_computed():
    picture = pictures.read(SHOWN)["softmax_over_queries"]
    share = 1 / (1 + np.exp(5) * np.array([[3], [1 / 3]]))
    np.testing.assert_allclose(picture.right[:, :1], share, atol=1e-9)
    np.testing.assert_allclose(picture.wrong, [[0.25, 0.75], [0.75, 0.25]])
    assert pictures.alt(picture, "").endswith("4 of 4 differ. Columns sum to 1.")
    assert picture.given == ["scores = [[0, 6.099], [1.099, 5]]"]
    assert "The softmax" in picture.cause


def test_a_large_input_is_shown_by_its_shape():
    drawn = pictures.drawn({"draw": "x = np.zeros((3, 5)); n = 2; _hidden = 1"})
    assert drawn == {"x": "(3 × 5) numbers", "n": "2"}


def test_headings_are_words_and_causes_sentences():
    assert mistakes.title("eos_dropped") == "<eos> dropped"
    assert mistakes.title("root_forgotten") == "Root forgotten"
    assert mistakes.sentence("the root is missing.") == "The root is missing."
    assert mistakes.sentence("exp overflows.") == "exp overflows."
    assert mistakes.sentence("split() makes words.") == "split() makes words."


def test_the_caption_has_to_be_true():
    with pytest.raises(ValueError, match=r"it does not hold: Columns sum to 1\."):
        pictures.read(SHOWN.replace("sum(0), 1", "sum(0), 2"))


def test_a_mistake_that_does_not_show_is_refused():
    alike = SHOWN.replace("[0, 5]", "[0, 0]")  # rows and columns sum to 1
    with pytest.raises(ValueError, match="nothing to see of softmax_over_queries"):
        pictures.read(alike)


def test_what_differs_is_framed():
    right = np.array([[1.0, 2], [3, 4]])
    wrong = np.array([[1.0, 2], [3, np.nan]])
    picture = pictures.Picture(
        "m", "Why.", [], right, wrong, ["a", "b"], ["position"], "See."
    )
    markup = pictures.draw(picture).markup
    same = pictures.draw(picture._replace(wrong=right)).markup
    frame = 'style="fill: none; stroke: var(--lf-ink)'
    assert markup.count(frame) == same.count(frame) + 1
    assert ">nan<" in markup
    assert ">position<" in markup


def test_many_numbers_are_shown_with_their_difference():
    x = np.arange(49.0).reshape(7, 7)
    markup = pictures.draw(
        pictures.Picture("m", "Why.", [], x, -x, [], [], "See.")
    ).markup
    assert ">difference<" in markup
    assert ">48" not in markup


@pytest.mark.parametrize("slug", CHAPTERS)
def test_a_chapter_shows_its_most_frequent_mistakes(slug):
    page = (practice.BOOK / f"{slug}.md").read_text("utf-8")
    (text,) = re.findall(rf"^```{{mistakes}} {slug}\n(.*?)^```$", page, re.S | re.M)
    found = pictures.read(text)
    assert [*found] == mistakes.frequent(slug)
    for picture in found.values():
        drawn = pictures.draw(picture)
        assert drawn.alt.endswith(picture.see)
        assert "tabindex" not in drawn.markup  # it fits a phone and needs no scrolling


def test_frequent_is_what_happens_in_most_tasks():
    first, *_ = mistakes.frequent("masking")
    makers = [
        task_id
        for task_id in checks.tasks()
        if task_id.startswith("masking.")
        and any(one.id == first and one.answer for one in checks.task(task_id).mistakes)
    ]
    assert len(makers) > 3
