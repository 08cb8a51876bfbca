"""Batches: every pair once, bounded, of similar length, the same from the same seed."""

from collections import Counter
from itertools import islice

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from translators import Pair

from lernformer.translator.batch import (
    Batch,
    batches,
    collate,
    encode_pairs,
    group,
    join_pairs,
)
from lernformer.translator.vocabulary import Vocabulary

ids = st.lists(st.integers(4, 9), min_size=2, max_size=9)
pairs_of_ids = st.lists(st.tuples(ids, ids), min_size=1, max_size=30)


def rows(batch):
    """The pairs in a batch, without padding."""
    return [
        tuple(tuple(int(i) for i in row if i) for row in pair)
        for pair in zip(batch.src, batch.tgt, strict=True)
    ]


def frozen(pairs):
    return Counter((tuple(src), tuple(tgt)) for src, tgt in pairs)


MIXED = st.sampled_from([0, 3, 6])


@given(pairs_of_ids, st.integers(1, 60), st.integers(0, 3), MIXED)
def test_each_pair_comes_once_in_batches_of_bounded_size(
    pairs, max_tokens, seed, mixed
):
    groups = group(pairs, max_tokens, seed, mixed)
    assert sorted(i for members in groups for i in members) == list(range(len(pairs)))
    for members in groups:
        batch = collate([pairs[i] for i in members])
        places = len(members) * max(batch.src.size(1), batch.tgt.size(1))
        assert places <= max_tokens or len(members) == 1


@given(pairs_of_ids, st.integers(1, 60), MIXED)
def test_the_number_of_batches_does_not_depend_on_the_seed(pairs, max_tokens, mixed):
    seeds = (None, 0, 1, "2, 5")
    assert len({len(group(pairs, max_tokens, seed, mixed)) for seed in seeds}) == 1


@given(pairs_of_ids, st.integers(1, 60), st.integers(0, 40), MIXED)
def test_batches_go_on_where_they_were_left(pairs, max_tokens, start, mixed):
    uninterrupted = islice(batches(pairs, max_tokens, 5, mixed=mixed), start, start + 9)
    rest = islice(batches(pairs, max_tokens, 5, start, mixed), 9)
    for one, other in zip(uninterrupted, rest, strict=True):
        assert torch.equal(one.src, other.src)
        assert torch.equal(one.tgt, other.tgt)


@given(pairs_of_ids, st.integers(10, 60))
def test_each_epoch_has_all_pairs_in_another_order(pairs, max_tokens):
    n = len(group(pairs, max_tokens))
    stream = batches(pairs, max_tokens, seed=0)
    for _ in range(2):
        epoch = [pair for batch in islice(stream, n) for pair in rows(batch)]
        assert frozen(epoch) == frozen(pairs)


def test_seeds_and_epochs_differ():
    pairs = [([4] * n, [i] * n) for i in range(4, 20) for n in (3, 5, 7)]
    places = (0, 0), (0, 0), (1, 0), (0, len(group(pairs, 30)))  # seed, start
    first, same, other, later = (
        [rows(batch) for batch in islice(batches(pairs, 30, *place), 12)]
        for place in places
    )
    assert first == same
    assert first not in (other, later)


def test_what_is_short_is_learned_among_what_is_longer():
    """A phrase of 3 places, 20 times in training, is in one batch with similar ones."""
    pairs = [([7, 7, 7], [8, 8, 8])] * 20
    pairs += [([4] * n, [5] * n) for n in (5, 6) for _ in range(300)]
    apart, mixed = (
        sum(min(members) < 20 for members in group(pairs, 60, 0, mixed))
        for mixed in (0, 6)
    )
    assert apart == 1
    assert mixed >= 12


def test_little_is_padding():
    pairs = [([4] * n, [5] * n) for n in range(2, 12) for _ in range(20)]
    made = [*islice(batches(pairs, 60, seed=0), len(group(pairs, 60)))]
    filled = sum(int((batch.tgt != 0).sum()) for batch in made)
    assert filled / sum(batch.tgt.numel() for batch in made) > 0.9


@given(pairs_of_ids, st.integers(1, 4))
def test_shares_of_a_batch_make_the_batch(pairs, world_size):
    batch = collate(pairs)
    shares = [batch.share(rank, world_size) for rank in range(world_size)]
    assert len({share.src.shape for share in shares}) == 1
    assert sum(share.n_labels for share in shares) == batch.n_labels
    together = [pair for share in shares for pair in rows(share) if any(pair)]
    assert frozen(together) == frozen(pairs)


def test_pairs_are_encoded_and_padded():
    source, target = Vocabulary.of(["a b c"]), Vocabulary.of(["x y z"])
    encoded = encode_pairs([Pair("a b", "x"), Pair("c", "y z")], source, target)
    batch = collate(encoded)
    assert batch.src.tolist() == [[1, 4, 5, 2], [1, 6, 2, 0]]
    assert batch.tgt.tolist() == [[1, 4, 2, 0], [1, 5, 6, 2]]
    assert batch.n_labels == 5
    assert isinstance(batch.to("cpu"), Batch)


def test_joined_sentences_stand_in_a_row():
    pairs = [([1, 4, 5, 2], [1, 6, 2]), ([1, 7, 2], [1, 8, 9, 2])]
    joined = join_pairs(pairs, 50, seed=0)
    assert len(joined) == 50
    assert ([1, 4, 5, 7, 2], [1, 6, 8, 9, 2]) in joined
    assert ([1, 7, 7, 2], [1, 8, 9, 8, 9, 2]) in joined
    assert joined == join_pairs(pairs, 50, seed=0) != join_pairs(pairs, 50, seed=1)
    assert pairs[0] == ([1, 4, 5, 2], [1, 6, 2])
    with_seams = join_pairs(pairs, 50, seed=0, seams=True)  # the same, with a seam
    assert ([1, 4, 5, 2, 1, 7, 2], [1, 6, 8, 9, 2]) in with_seams
    assert [tgt for _, tgt in with_seams] == [tgt for _, tgt in joined]


def test_what_makes_no_batch_is_refused():
    with pytest.raises(ValueError, match="max_tokens must be at least 1, got 0"):
        group([([1], [1])], 0)
    with pytest.raises(ValueError, match="there are no pairs"):
        next(batches([], 10, seed=0))
