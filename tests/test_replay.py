"""Batches that come back sooner if the model did badly on them."""

from itertools import islice

import pytest
import torch

from lernformer.translator.replay import Replay

PAIRS = [([1, n, 2], [1, n, n, 2]) for n in range(3, 103)]
SIZE = 40  # places: ten pairs


def numbers(batch):
    return [row[1] - 3 for row in batch.src.tolist()]


def rounds(replay, loss, n):
    """The pairs of the first ``n`` rounds, by number, each with its loss."""
    seen = [[]]
    for batch in replay:
        if replay.place[0] == n:
            return seen[:n]
        while len(seen) <= replay.place[0]:
            seen.append([])
        seen[int(replay.place[0])] += numbers(batch)
        replay.note(torch.tensor([loss(i) for i in numbers(batch)]))


def test_all_come_once_and_then_a_share():
    alike, same, other = (
        rounds(Replay(PAIRS, SIZE, seed, 0.3), lambda i: 1.0, 4) for seed in (0, 0, 1)
    )
    assert alike == same != other
    first, *others = alike
    assert sorted(first) == list(range(100))
    assert [len({*other}) for other in others] == [30, 30, 30]
    assert others[0] != others[1]


def test_what_was_translated_badly_is_drawn_more_often():
    _, second = rounds(Replay(PAIRS, SIZE, 0, 0.3), lambda i: 2.0 * (i < 20), 2)
    bad = [i for i in second if i < 20]
    assert len(bad) >= 15  # of 20; 6 by chance
    assert len(bad) < len(second)  # some of the others, too


def test_losses_of_a_batch_are_those_of_its_pairs():
    replay = Replay(PAIRS, SIZE, 0, 1.0)
    rounds(replay, float, 1)
    assert replay.chosen_by.tolist() == [float(i) for i in range(100)]


@pytest.mark.parametrize("stop", [0, 4, 10, 12])
def test_the_state_is_enough_to_go_on(stop):
    replay = Replay(PAIRS, SIZE, 0, 0.3)
    for batch in islice(replay, stop):
        replay.note(torch.tensor([float(i) for i in numbers(batch)]))
    again = Replay(PAIRS, SIZE, 0, 0.3)
    for name, tensor in again.state().items():
        tensor.copy_(replay.state()[name])
    assert rounds(again, float, 4)[-1] == rounds(replay, float, 4)[-1]


@pytest.mark.parametrize(
    ("pairs", "share", "message"),
    [([], 0.3, "no pairs"), (PAIRS, 0.0, "got 0.0"), (PAIRS, 1.1, "got 1.1")],
)
def test_no_pairs_and_no_share_are_refused(pairs, share, message):
    with pytest.raises(ValueError, match=message):
        Replay(pairs, SIZE, 0, share)
