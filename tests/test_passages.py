"""Where texts are cut before they are translated."""

import math

import pytest

from lernformer.translator.passages import (
    BEYOND,
    Passage,
    cut,
    ends,
    joined,
    likeliest,
    sentences,
    spans,
)

JOINTS = {"and": "und", "but": ", aber"}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("I sleep . She runs !", [2]),
        ("Stop ! I see ? No", [1, 4]),
        ("Wait . . . I come .", [3]),
        ("Mr . Smith and St . Paul", []),
        ("I like L . a . better", []),
        (". I", []),
        ("It is 3 . 5", []),
    ],
)
def test_a_mark_ends_a_sentence_where_another_begins(text, places):
    assert ends(text.split()) == places


def test_sentences_stand_between_marks():
    assert sentences(["i", "sleep", ".", "she", "runs", "!", "?"]) == [
        ["i", "sleep"],
        ["she", "runs"],
    ]
    assert sentences([]) == sentences(["."]) == [[]]


@pytest.mark.parametrize(
    ("text", "longest", "expected"),
    [
        ("a b and c but d", 99, [(0, 2), (0, 4), (0, 6), (3, 4), (3, 6), (5, 6)]),
        # without joints a piece may have any length, others a few words more than
        # in training
        ("a b and c but d", 4 - BEYOND, [(0, 2), (0, 4), (3, 4), (3, 6), (5, 6)]),
        # nothing is joined at the ends, and two joints in a row count as one
        ("and a and but b and", 99, [(0, 2), (0, 6), (3, 6)]),
    ],
)
def test_spans_begin_and_end_at_joints(text, longest, expected):
    assert spans(text.split(), JOINTS, longest) == expected


def test_the_cuts_are_those_of_the_likeliest_translations():
    logs = {(0, 2): -1.0, (0, 4): -5.0, (0, 6): -9.0, (3, 4): -1.0, (3, 6): -3.0}
    assert likeliest(6, {**logs, (5, 6): -1.0}) == [(0, 2), (3, 4), (5, 6)]
    assert likeliest(6, {**logs, (5, 6): -2.5}) == [(0, 2), (3, 6)]
    assert likeliest(6, {**logs, (0, 6): -3.0, (5, 6): -9.0}) == [(0, 6)]


def score(texts):
    """A model that knows sentences with one verb only."""
    verbs = [{"runs", "eats"} & {*text.split()} for text in texts]
    return [0.0 if len(each) == 1 else -math.inf for each in verbs]


def test_a_joint_of_words_is_left():
    text = "tom runs and mary eats bread and butter"
    assert cut([text], JOINTS, 5, score) == [
        [Passage("tom runs", "and"), Passage("mary eats bread and butter")]
    ]


def test_a_short_sentence_is_not_scored():
    def refuse(texts):
        raise AssertionError(texts)

    short = "tom runs and mary eats"
    assert cut([short, "it runs . it eats"], JOINTS, 5, refuse) == [
        [Passage(short)],
        [Passage("it runs"), Passage("it eats")],
    ]


@pytest.mark.parametrize("text", ["and " * 20, "a " * 9 + "and but " + "b " * 9])
def test_no_row_of_joints_is_too_much(text):
    (found,) = cut([text], JOINTS, 3, lambda texts: [-1.0 for _ in texts])
    words = [w for passage in found for w in (*passage.text.split(), passage.joint)]
    assert " ".join(filter(None, words)) == text.strip()


def test_german_joins_without_the_marks_between():
    passages = [Passage("he runs", "but"), Passage("she eats"), Passage("who is it")]
    german = ["er rennt .", "sie isst .", "wer ist es ?"]
    assert joined(passages, german, JOINTS) == "er rennt , aber sie isst . wer ist es ?"
    assert joined(passages[:1], ["as  it\n is"], JOINTS) == "as  it\n is"
