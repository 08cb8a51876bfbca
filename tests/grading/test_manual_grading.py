"""Answers by question: equal ones together, and points that the gradebook keeps."""

from dataclasses import replace

import pytest
from answered import QUESTION
from nbgrader.api import Gradebook

from lernformer.grading.gradebook import manual_grading

# of nbgrader's own use of SQLAlchemy
pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
WHERE = QUESTION.cell, QUESTION.notebook, QUESTION.assignment


@pytest.fixture
def book(copied):
    with Gradebook(copied.db_url, copied.course_id) as book:
        yield book


def test_the_questions_that_a_person_reads(book):
    assert manual_grading.questions(book) == [replace(QUESTION, answers=6, unread=5)]
    assert manual_grading.questions(book, "masking") == []


def test_equal_answers_are_one_group_the_unread_and_the_empty_first(book, copied):
    found = manual_grading.answers(book, copied, QUESTION)
    groups = manual_grading.groups(found)
    assert [group.students for group in groups] == [
        ["cleo", "dora"],
        ["ada", "bela"],
        ["emil"],
        ["fynn"],
    ]
    assert [group.empty for group in groups] == [True, False, False, False]
    assert groups[-1].first.untouched
    assert groups[-1].first.points == 0
    apart = manual_grading.groups(found, apart=True)
    assert sorted(len(group.answers) for group in apart) == [1] * 6


def test_what_was_asked_and_the_model_answer(copied):
    assert manual_grading.asked(copied, QUESTION) == ("## Why?", "$d_k$ **grows**")
    assert manual_grading.asked(copied, replace(QUESTION, cell="other")) == ("", "")
    assert manual_grading.asked(copied, replace(QUESTION, notebook="other")) == ("", "")


def entered(book, student) -> tuple:
    grade = book.find_grade(*WHERE, student)
    said = book.find_comment(*WHERE, student)
    return grade.score, grade.needs_manual_grade, said.comment


def test_points_and_comment_are_where_nbgrader_looks_for_them(book, copied):
    seen = None, ""
    manual_grading.enter(book, QUESTION, ["ada", "bela"], 1.5, " Good. ", seen)
    assert entered(book, "ada") == entered(book, "bela") == (1.5, False, "Good.")
    assert entered(book, "emil") == (0, True, None)
    work = book.find_submission(QUESTION.assignment, "ada")
    assert (work.score, work.needs_manual_grade) == (6.5, False)
    again = manual_grading.groups(manual_grading.answers(book, copied, QUESTION))
    assert again[-1].students in (["ada", "bela"], ["fynn"])
    (group,) = [g for g in again if "ada" in g.students]
    assert (group.first.points, group.first.comment) == (1.5, "Good.")
    manual_grading.enter(book, QUESTION, ["ada"], None, "", (1.5, "Good."))
    assert entered(book, "ada") == (0, True, None)  # nobody has read it


def test_a_comment_alone_does_not_grade(book):
    manual_grading.enter(book, QUESTION, ["emil"], None, "See me.", (None, ""))
    assert entered(book, "emil") == (0, True, "See me.")


def test_zero_is_a_grade(book):
    manual_grading.enter(book, QUESTION, ["cleo", "dora"], 0.0, "", (None, ""))
    assert entered(book, "dora") == (0, False, None)


@pytest.mark.parametrize("points", [-0.5, 2.5, float("nan"), float("inf")])
def test_points_that_there_cannot_be(book, points):
    with pytest.raises(ValueError, match=r"must lie in 0 … 2, got"):
        manual_grading.enter(book, QUESTION, ["ada"], points, "", (None, ""))


def test_what_changed_meanwhile_is_not_written_over(book):
    """Formgrader may have changed it; then nobody in the group gets anything."""
    book.find_grade(*WHERE, "bela").manual_score = 2.0
    book.find_grade(*WHERE, "bela").needs_manual_grade = False
    book.db.commit()
    with pytest.raises(
        manual_grading.ChangedMeanwhile, match="bela has different points"
    ):
        manual_grading.enter(book, QUESTION, ["ada", "bela"], 1.0, "", (None, ""))
    book.db.rollback()
    assert entered(book, "ada") == (0, True, None)
    assert entered(book, "bela") == (2, False, None)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("A b.", "a   b", True),
        ("ﬁne\n", "FINE!", True),
        ("a b", "ab", False),
        ("d_k > 1", "d_k < 1", False),
        ("no", "not", False),
    ],
)
def test_what_is_the_same(one, other, same):
    assert (manual_grading.plain(one) == manual_grading.plain(other)) is same
