"""Byte-pair encoding against the paper's own words, and against what must hold."""

import pytest

from lernformer.translator.subwords import apply_merges, learn_merges

# the dictionary of Sennrich et al. 2016, Algorithm 1
PAPER = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


def test_the_papers_dictionary():
    """Counted by hand: e s 9, es t 9, est </w> 9, l o 7, lo w 7; then n e 6 and so on,
    the smallest of which is e w."""
    assert learn_merges(PAPER, 6) == [
        ("e", "s"),
        ("es", "t"),
        ("est", "</w>"),
        ("l", "o"),
        ("lo", "w"),
        ("e", "w"),
    ]
    merges = learn_merges(PAPER, 5)
    assert apply_merges("lowest", merges) == ["low", "est</w>"]
    assert apply_merges("estate", merges) == ["est", "a", "t", "e", "</w>"]


@pytest.mark.parametrize("n_merges", [0, 1, 5, 100])
def test_pieces_side_by_side_are_the_word(n_merges):
    merges = learn_merges(PAPER, n_merges)
    assert len(merges) <= n_merges
    for word in [*PAPER, "slowest", "w"]:
        assert "".join(apply_merges(word, merges)) == f"{word}</w>"


def test_in_the_end_each_word_is_one_piece():
    merges = learn_merges(PAPER, 100)
    assert all(apply_merges(word, merges) == [f"{word}</w>"] for word in PAPER)


def test_a_piece_is_joined_once():
    assert apply_merges("aaaaa", [("a", "a")]) == ["aa", "aa", "a", "</w>"]
