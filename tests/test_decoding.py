"""Greedy decoding and beam search, the chapter's and fast ones, against brute force."""

import inspect
import itertools
import math

import pytest
import torch
from torch import nn
from translators import bold

from lernformer import cli
from lernformer.fast import decoding as fast
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator import decoding
from lernformer.translator.caching import cached_greedy_decode
from lernformer.translator.translation import Translator
from lernformer.widgets import FOLDER

BOS, EOS, V, B, L_SRC = 1, 2, 5, 3, 4


def test_the_length_penalty_has_one_default():
    for search in (decoding.beam_search, Translator.translate):
        default = inspect.signature(search).parameters["length_penalty"].default
        assert default == fast.LENGTH_PENALTY
    assert cli.penalty_option(lambda: None).__click_params__[0].default == default
    page = (FOLDER / "translator_model.mjs").read_text("utf-8")
    assert f"penalty = {default})" in page


class Uncached(nn.Module):
    """A model that offers what the contract asks for, and no more."""

    def __init__(self, model):
        super().__init__()
        self.inner = model

    def encode(self, src):
        return self.inner.encode(src)

    def decode(self, tgt, memory, src):
        return self.inner.decode(tgt, memory, src)


SEARCHES = {
    "chapter": (decoding.greedy_decode, decoding.beam_search, lambda model: model),
    "fast": (fast.greedy_decode, fast.beam_search, lambda model: model),
    "fast, uncached": (fast.greedy_decode, fast.beam_search, Uncached),
}
kinds = pytest.mark.parametrize(
    ("greedy", "beam", "wrap"), SEARCHES.values(), ids=SEARCHES
)


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


def log_probability(model, src, words):
    """The log-probability of one translation, from one full forward pass."""
    tgt = torch.tensor([[BOS, *words]])
    with torch.no_grad():
        steps = model(src[None], tgt[:, :-1]).log_softmax(-1)[0]
    return steps[range(len(words)), words].sum().item()


def score(model, src, words, length_penalty):
    divisor = ((5 + len(words)) / 6) ** length_penalty
    return log_probability(model, src, words) / divisor, words


def by_brute_force(model, src, max_length, length_penalty):
    """The best of all translations that end, or fill ``max_length``."""
    others = [word for word in range(V) if word != EOS]
    found = [*itertools.product(others, repeat=max_length)]
    for n in range(max_length):
        found += [(*words, EOS) for words in itertools.product(others, repeat=n)]
    return max(score(model, src, words, length_penalty) for words in found)


def by_plain_search(model, src, beam_size, max_length, length_penalty):
    """Beam search for one sentence, with lists and full passes."""
    beams, best = [(0.0, ())], (-math.inf, ())
    for length in range(1, max_length + 1):
        longer = [(*words, word) for _, words in beams for word in range(V)]
        for words in longer:
            if words[-1] == EOS or length == max_length:
                best = max(best, score(model, src, words, length_penalty))
        going_on = [words for words in longer if words[-1] != EOS]
        beams = sorted((score(model, src, x, 0.0) for x in going_on), reverse=True)
        beams = beams[:beam_size]
    return best


def assert_found(found, expected):
    """Compare ids and scores, which are summed in float32, with pairs of both."""
    assert not found[1].requires_grad
    for row, got, (want, words) in zip(*found, expected, strict=True):
        assert row.tolist() == [*words] + [0] * (len(row) - len(words))
        assert got.item() == pytest.approx(want, abs=1e-5)


@pytest.mark.parametrize("length_penalty", [0.0, 0.6, 2.0])
def test_a_wide_beam_finds_what_brute_force_finds(model, src, length_penalty):
    expected = [by_brute_force(model, x, 3, length_penalty) for x in src]
    for _, beam, wrap in SEARCHES.values():
        assert_found(beam(wrap(model), src, V**3, 3, length_penalty), expected)


@pytest.mark.parametrize("beam_size", [1, 2, 3, 7])
def test_a_narrow_beam_equals_a_plain_search(model, src, beam_size):
    expected = [by_plain_search(model, x, beam_size, 6, 0.6) for x in src]
    for _, beam, wrap in SEARCHES.values():
        assert_found(beam(wrap(model), src, beam_size, 6, 0.6), expected)


@kinds
def test_greedy_takes_the_likeliest_word_each_time(model, src, greedy, beam, wrap):
    ids = greedy(wrap(model), src, 8)
    for row, sentence in zip(ids, src, strict=True):
        words = []
        while len(words) < ids.size(1) and EOS not in words:
            with torch.no_grad():
                logits = model(sentence[None], torch.tensor([[BOS, *words]]))
            words.append(logits[0, -1].argmax().item())
        assert row.tolist() == words + [0] * (ids.size(1) - len(words))


class Sure(nn.Module):
    """A model that says the words of its table, whatever it reads."""

    def __init__(self, words):
        super().__init__()
        self.words, self.seen = words, []

    def encode(self, src):
        return src[..., None].float()

    def decode(self, tgt, memory, src):
        self.seen.append(tgt)
        ids = torch.tensor([self.words[int(row[0])] for row in src])
        return 20.0 * nn.functional.one_hot(ids[:, : tgt.size(1)], 9)


@kinds
def test_translations_of_different_lengths_are_padded(greedy, beam, wrap):
    model = Sure({4: [5, 6, EOS, 7], 5: [EOS, 7, 7, 7], 6: [5, 5, 5, 5]})
    src = torch.tensor([[4], [5], [6], [5]])
    want = [[5, 6, EOS, 0], [EOS, 0, 0, 0], [5, 5, 5, 5], [EOS, 0, 0, 0]]
    assert greedy(model, src, 4).tolist() == want
    assert beam(model, src, 3, 4)[0].tolist() == want
    assert greedy(model, src[:2], 3).tolist() == [[5, 6, EOS], [EOS, 0, 0]]
    assert greedy(model, src[:1], 2).tolist() == [[5, 6]]  # <eos> counts
    assert beam(model, src[1:2], 3, 4)[0].tolist() == [[EOS]]


@kinds
def test_ids_of_the_ends_can_be_chosen(greedy, beam, wrap):
    model, src = Sure({4: [5, 6, EOS, 8]}), torch.tensor([[4]])
    assert greedy(model, src, 4, bos_id=7, eos_id=6).tolist() == [[5, 6]]
    assert beam(model, src, 2, 4, bos_id=7, eos_id=6)[0].tolist() == [[5, 6]]
    assert {tgt[0, 0].item() for tgt in model.seen} == {7}


def test_the_chapters_decode_in_evaluation_mode_and_restore_the_other():
    model, batch = bold(dropout=0.5)
    for search in (decoding.greedy_decode, lambda *x: decoding.beam_search(*x, 6)[0]):
        got = search(model.train(), batch.src, 4)
        assert model.training
        assert torch.equal(got, search(model.eval(), batch.src, 4))
        assert not model.training


# caches -----------------------------------------------------------------------------


def test_the_cache_is_used_where_there_is_one(model, src, monkeypatch):
    monkeypatch.setattr(model, "decode", None)  # would read the prefix again
    fast.greedy_decode(model, src, 5)
    fast.beam_search(model, src, 2, 5)


@pytest.mark.parametrize("positions", ["sinusoidal", "halves", "learned"])
@pytest.mark.parametrize("norm_first", [True, False])
def test_the_chapters_cache_reads_each_word_once(positions, norm_first):
    options = {"positions": positions, "norm_first": norm_first, "dropout": 0.0}
    model, batch = bold(n_layers=2, **options)
    for max_length in (1, 4, 9):
        seen = []
        want = decoding.greedy_decode(model.eval(), batch.src, max_length)
        hook = model.decoder.layers[1].self_attention.v_proj.register_forward_hook(
            lambda _, inputs, __, seen=seen: seen.append(inputs[0].size(1))
        )
        got = cached_greedy_decode(model, batch.src, max_length)
        hook.remove()
        assert torch.equal(got, want)
        assert seen == [1] * got.size(1)


def test_searching_stops_when_nothing_better_can_come():
    model = Sure({4: [5, EOS] + [7] * 98})
    fast.beam_search(model, torch.tensor([[4]]), 4, 100)
    assert len(model.seen) < 5


@pytest.mark.gpu
def test_decoding_on_a_gpu_equals_that_on_a_cpu(model, src):
    want, want_scores = fast.beam_search(model, src, 3, 7)
    greedy = fast.greedy_decode(model, src, 7)
    model.cuda()
    ids, scores = fast.beam_search(model, src.cuda(), 3, 7)
    assert ids.is_cuda
    assert torch.equal(ids.cpu(), want)
    torch.testing.assert_close(scores.cpu(), want_scores, rtol=0, atol=1e-5)
    assert torch.equal(fast.greedy_decode(model, src.cuda(), 7).cpu(), greedy)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"beam_size": 0}, "at least 1 .* got 0, 5 and 0.6"),
        ({"max_length": 0}, "at least 1.*got .*0"),
        ({"length_penalty": -1.0}, "at least 0 and finite, got 2, 5 and -1.0"),
        ({"length_penalty": float("nan")}, "at least 0 and finite, got 2, 5 and nan"),
        ({"src": torch.tensor([4])}, r"src must be \(B, L\) with L >= 1, got \(1,\)"),
        ({"src": torch.empty(2, 0).long()}, r"with L >= 1, got \(2, 0\)"),
    ],
)
def test_what_cannot_be_decoded_is_refused(model, src, change, message):
    arguments = {"src": src, "beam_size": 2, "max_length": 5} | change
    with pytest.raises(ValueError, match=message):
        fast.beam_search(model, **arguments)
    if change.keys() & {"src", "max_length"}:
        del arguments["beam_size"]
        with pytest.raises(ValueError, match=message):
            fast.greedy_decode(model, **arguments)
