"""Answers by question: equal ones together, and points that the gradebook keeps."""

from dataclasses import replace

import pytest
from answered import QUESTION
from nbgrader.api import Gradebook

from lernformer.grading.gradebook import manual_grading
from lernformer.grading.gradebook.manual_grading import answers, enter, groups

WHERE = QUESTION.cell, QUESTION.notebook, QUESTION.assignment
UNREAD = None, ""


@pytest.fixture
def book(copied):
    with Gradebook(copied.db_url, copied.course_id) as book:
        yield book


def entered(book, student) -> tuple:
    grade = book.find_grade(*WHERE, student)
    existing = book.find_comment(*WHERE, student)
    return grade.score, grade.needs_manual_grade, existing.comment


def test_the_questions_that_a_person_reads(book, copied):
    assert manual_grading.questions(book) == [replace(QUESTION, answers=6, unread=5)]
    assert manual_grading.questions(book, "masking") == []
    assert manual_grading.texts(copied, QUESTION) == ("## Why?", "$d_k$ **grows**")
    for other in (replace(QUESTION, cell="x"), replace(QUESTION, notebook="x")):
        assert manual_grading.texts(copied, other) == ("", "")


def test_equal_answers_are_one_group_the_unread_and_the_empty_first(book, copied):
    found = answers(book, copied, QUESTION)
    known = [(group.students, group.empty) for group in groups(found)]
    assert known == [
        (["cleo", "dora"], True),
        (["ada", "bela"], False),
        (["emil"], False),
        (["fynn"], False),
    ]
    last = groups(found)[-1].first
    assert (last.untouched, last.points) == (True, 0)
    apart = groups(found, apart=True)
    assert [len(group.answers) for group in apart] == [1] * 6


def test_points_and_comment_are_where_nbgrader_looks_for_them(book, copied):
    enter(book, QUESTION, ["ada", "bela"], 1.5, " Good. ", UNREAD)
    assert entered(book, "ada") == entered(book, "bela") == (1.5, False, "Good.")
    assert entered(book, "emil") == (0, True, None)
    work = book.find_submission(QUESTION.assignment, "ada")
    assert (work.score, work.needs_manual_grade) == (6.5, False)
    again = groups(answers(book, copied, QUESTION))
    assert again[-1].students in (["ada", "bela"], ["fynn"])
    (group,) = [g for g in again if "ada" in g.students]
    assert (group.first.points, group.first.comment) == (1.5, "Good.")
    enter(book, QUESTION, ["ada"], None, "", (1.5, "Good."))
    assert entered(book, "ada") == (0, True, None)  # nobody has read it


def test_zero_is_a_grade_and_a_comment_alone_is_not(book):
    enter(book, QUESTION, ["cleo", "dora"], 0.0, "", UNREAD)
    assert entered(book, "dora") == (0, False, None)
    enter(book, QUESTION, ["emil"], None, "See me.", UNREAD)
    assert entered(book, "emil") == (0, True, "See me.")


@pytest.mark.parametrize("points", [-0.5, 2.5, float("nan"), float("inf")])
def test_points_that_there_cannot_be(book, points):
    with pytest.raises(ValueError, match=r"must lie in 0 … 2, got"):
        enter(book, QUESTION, ["ada"], points, "", UNREAD)


def test_what_changed_meanwhile_is_not_written_over(book):
    """Formgrader may have changed it; then nobody in the group gets anything."""
    book.find_grade(*WHERE, "bela").manual_score = 2.0
    book.find_grade(*WHERE, "bela").needs_manual_grade = False
    book.db.commit()
    different = "bela has different points"
    with pytest.raises(manual_grading.ChangedMeanwhile, match=different):
        enter(book, QUESTION, ["ada", "bela"], 1.0, "", UNREAD)
    book.db.rollback()
    assert entered(book, "ada") == (0, True, None)
    assert entered(book, "bela") == (2, False, None)


@pytest.mark.parametrize(
    ("same", "pairs"),
    [
        (True, [("A b.", "a   b"), ("ﬁne\n", "FINE!")]),
        (False, [("a b", "ab"), ("d_k > 1", "d_k < 1"), ("no", "not")]),
    ],
)
def test_what_is_the_same(same, pairs):
    for one, other in pairs:
        found = manual_grading.plain(one) == manual_grading.plain(other)
        assert found is same, one
