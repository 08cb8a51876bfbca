"""Greedy decoding and beam search against brute force and decoding without cache."""

import itertools
import math

import pytest
import torch
from torch import nn

from lernformer.fast import decoding
from lernformer.fast.decoding import (
    UncachedDecoder,
    beam_search,
    greedy_decode,
    length_divisor,
)
from lernformer.transformer import Transformer, TransformerConfig

BOS, EOS, V, B, L_SRC = 1, 2, 5, 3, 4


@pytest.fixture
def model():
    """An untrained model, made bolder: otherwise all words are about equally likely."""
    torch.manual_seed(3)
    config = TransformerConfig(6, V, d_model=8, n_heads=2, d_ff=12, n_layers=2)
    model = Transformer(config).double().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(1.7)
    return model


@pytest.fixture
def src():
    generator = torch.Generator().manual_seed(0)
    src = torch.randint(3, 6, (B, L_SRC), generator=generator)
    src[1, -1] = src[2, -2:] = 0
    return src


class Uncached(nn.Module):
    """A model that offers what the contract asks for, and no more."""

    def __init__(self, model):
        super().__init__()
        self.inner = model

    def encode(self, src):
        return self.inner.encode(src)

    def decode(self, tgt, memory, src):
        return self.inner.decode(tgt, memory, src)


def log_probability(model, src, words):
    """The log-probability of one translation, from one full forward pass."""
    tgt = torch.tensor([[BOS, *words]])
    with torch.no_grad():
        steps = model(src[None], tgt[:, :-1]).log_softmax(-1)[0]
    return steps[range(len(words)), words].sum().item()


def by_brute_force(model, src, max_length, length_penalty):
    """The best of all translations that end, or fill ``max_length``."""
    others = [word for word in range(V) if word != EOS]
    ended = (
        (*words, EOS)
        for n in range(max_length)
        for words in itertools.product(others, repeat=n)
    )
    cut_off = itertools.product(others, repeat=max_length)
    return max(
        (
            log_probability(model, src, words)
            / ((5 + len(words)) / 6) ** length_penalty,
            words,
        )
        for words in itertools.chain(ended, cut_off)
    )


def words_of(row):
    words = row.tolist()
    return tuple(words[: words.index(EOS) + 1] if EOS in words else words)


@pytest.mark.parametrize("length_penalty", [0.0, 0.6, 2.0])
def test_a_wide_beam_finds_what_brute_force_finds(model, src, length_penalty):
    max_length = 3
    ids, scores = beam_search(model, src, V**3, max_length, length_penalty)
    for row, score, sentence in zip(ids, scores, src, strict=True):
        want, words = by_brute_force(model, sentence, max_length, length_penalty)
        assert words_of(row) == words
        # scores are summed in float32
        assert score.item() == pytest.approx(want, abs=1e-5)


@pytest.mark.parametrize("beam_size", [1, 2, 3, 7])
@pytest.mark.parametrize("wrap", [Uncached, lambda model: model])
def test_a_narrow_beam_equals_a_plain_search(model, src, beam_size, wrap):
    """The same algorithm for one sentence, with lists and full passes."""
    max_length, penalty = 6, 0.6

    def plain(sentence):
        beams, best = [(0.0, ())], (-math.inf, ())
        for length in range(1, max_length + 1):
            longer = [
                (log_probability(model, sentence, (*words, word)), (*words, word))
                for _, words in beams
                for word in range(V)
            ]
            for score, words in longer:
                if words[-1] == EOS or length == max_length:
                    best = max(best, (score / length_divisor(length, penalty), words))
            beams = sorted((b for b in longer if b[1][-1] != EOS), reverse=True)
            beams = beams[:beam_size]
        return best

    ids, scores = beam_search(wrap(model), src, beam_size, max_length, penalty)
    for row, score, sentence in zip(ids, scores, src, strict=True):
        want, words = plain(sentence)
        assert words_of(row) == words[: len(words_of(row))] == words
        assert score.item() == pytest.approx(want, abs=1e-5)


def test_greedy_takes_the_likeliest_word_each_time(model, src):
    ids = greedy_decode(model, src, 8)
    for row, sentence in zip(ids, src, strict=True):
        words = []
        while len(words) < ids.size(1) and EOS not in words:
            with torch.no_grad():
                logits = model(sentence[None], torch.tensor([[BOS, *words]]))
            words.append(logits[0, -1].argmax().item())
        assert row.tolist() == words + [0] * (ids.size(1) - len(words))


def sure(words, vocab_size=9):
    """A model that says the words of its table, whatever it reads."""

    class Sure(nn.Module):
        def encode(self, src):
            return src[..., None].float()

        def decode(self, tgt, memory, src):
            said = torch.tensor([words[int(row[0])] for row in src])
            logits = nn.functional.one_hot(said[:, : tgt.size(1)], vocab_size)
            return 20.0 * logits

    return Sure()


def test_translations_of_different_lengths_are_padded():
    model = sure({4: [5, 6, EOS, 7], 5: [EOS, 7, 7, 7], 6: [5, 5, 5, 5]})
    src = torch.tensor([[4], [5], [6], [5]])
    want = [[5, 6, EOS, 0], [EOS, 0, 0, 0], [5, 5, 5, 5], [EOS, 0, 0, 0]]
    assert greedy_decode(model, src, 4).tolist() == want
    assert beam_search(model, src, 3, 4)[0].tolist() == want
    assert greedy_decode(model, src[:2], 4).tolist() == [[5, 6, EOS], [EOS, 0, 0]]
    assert beam_search(model, src[1:2], 3, 4)[0].tolist() == [[EOS]]


def test_the_limit_counts_eos():
    model = sure({4: [5, 6, EOS]})
    src = torch.tensor([[4]])
    assert greedy_decode(model, src, 3).tolist() == [[5, 6, EOS]]
    assert greedy_decode(model, src, 2).tolist() == [[5, 6]]


def test_ids_of_the_ends_can_be_chosen():
    seen = []

    class Model(nn.Module):
        def encode(self, src):
            return src

        def decode(self, tgt, memory, src):
            seen.append(tgt[0, 0].item())
            return nn.functional.one_hot(tgt * 0 + 6, 9).float()

    src = torch.tensor([[4]])
    assert greedy_decode(Model(), src, 5, bos_id=7, eos_id=6).tolist() == [[6]]
    assert beam_search(Model(), src, 2, 5, bos_id=7, eos_id=6)[0].tolist() == [[6]]
    assert set(seen) == {7}


@pytest.mark.parametrize("beam_size", [1, 4])
def test_the_neighbours_in_a_batch_change_nothing(model, src, beam_size):
    together, scores = beam_search(model, src, beam_size, 7)
    for i in range(B):
        alone, score = beam_search(model, src[i : i + 1], beam_size, 7)
        assert words_of(alone[0]) == words_of(together[i])
        torch.testing.assert_close(score[0], scores[i])


def test_the_cache_is_used_where_there_is_one(model, src, monkeypatch):
    monkeypatch.setattr(model, "decode", None)  # would read the prefix again
    greedy_decode(model, src, 5)
    beam_search(model, src, 2, 5)


def test_cached_and_uncached_give_the_same(model, src):
    cached, uncached = (
        greedy_decode(model, src, 9),
        greedy_decode(Uncached(model), src, 9),
    )
    assert torch.equal(cached, uncached)


def test_the_uncached_decoder_follows_its_rows(model, src):
    decoder = UncachedDecoder(model, src)
    decoder.step(torch.full((B, 1), BOS))
    decoder.reorder(torch.tensor([0, 0, 1, 1, 2, 2]))
    decoder.step(torch.tensor([[3], [4]] * B))
    decoder.keep(torch.tensor([0, 2]))
    decoder.reorder(torch.tensor([1, 0, 2, 2]))
    got = decoder.step(torch.tensor([[3], [0], [4], [3]]))[:, -1]
    tgt = torch.tensor([[1, 4, 3], [1, 3, 0], [1, 3, 4], [1, 3, 3]])
    with torch.no_grad():
        want = model(src[[0, 0, 2, 2]], tgt)[:, -1]
    torch.testing.assert_close(got, want)


def test_searching_stops_when_nothing_better_can_come(monkeypatch):
    model = sure({4: [5, EOS] + [7] * 98})
    steps = []

    class Counting(decoding.UncachedDecoder):
        def step(self, ids):
            steps.append(len(ids))
            return super().step(ids)

    monkeypatch.setattr(decoding, "UncachedDecoder", Counting)
    beam_search(model, torch.tensor([[4]]), 4, 100)
    assert len(steps) < 5


def test_no_gradients_are_kept(model, src):
    _, scores = beam_search(model, src, 2, 3)
    assert not scores.requires_grad


@pytest.mark.gpu
def test_decoding_on_a_gpu_equals_that_on_a_cpu(model, src):
    want, want_scores = beam_search(model, src, 3, 7)
    greedy = greedy_decode(model, src, 7)
    model.cuda()
    ids, scores = beam_search(model, src.cuda(), 3, 7)
    assert ids.is_cuda
    assert torch.equal(ids.cpu(), want)
    torch.testing.assert_close(scores.cpu(), want_scores, rtol=0, atol=1e-5)
    assert torch.equal(greedy_decode(model, src.cuda(), 7).cpu(), greedy)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"beam_size": 0}, "at least 1 .* got 0, 5 and 0.6"),
        ({"max_length": 0}, "at least 1 .* got 2, 0 and 0.6"),
        ({"length_penalty": -1.0}, "at least 0 and finite, got 2, 5 and -1.0"),
        ({"length_penalty": float("nan")}, "at least 0 and finite, got 2, 5 and nan"),
        ({"src": torch.tensor([4])}, r"src must be \(B, L\) with L >= 1, got \(1,\)"),
        ({"src": torch.empty(2, 0).long()}, r"with L >= 1, got \(2, 0\)"),
    ],
)
def test_what_cannot_be_decoded_is_refused(model, src, change, message):
    arguments = {"src": src, "beam_size": 2, "max_length": 5} | change
    with pytest.raises(ValueError, match=message):
        beam_search(model, **arguments)
    if "src" in change:
        with pytest.raises(ValueError, match=message):
            greedy_decode(model, change["src"], 5)


def test_greedy_needs_room_for_a_word(model, src):
    with pytest.raises(ValueError, match="max_length must be at least 1, got 0"):
        greedy_decode(model, src, 0)
