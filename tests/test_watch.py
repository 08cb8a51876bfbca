"""Watching a training: how long it goes on, and what there is to see."""

import itertools
import math

import pytest
import torch
from torch import nn
from torch.nn import functional as F
from translators import translator

from lernformer.attention import merge_heads, split_heads
from lernformer.translator.attention_maps import attention_maps
from lernformer.widgets import training
from lernformer.widgets.training import Watch, cross_attention, draw_heads


@pytest.fixture
def clock(monkeypatch):
    """A clock on which a second passes whenever somebody asks for the time."""
    monkeypatch.setattr(training.time, "monotonic", itertools.count().__next__)


def test_a_training_goes_on_for_its_steps(clock):
    watch = Watch(words=100)
    for batch in watch.over(itertools.count(), steps=30):
        watch.add(10 - batch / 10)
    assert len(watch.losses) == 30
    assert watch.share == 1
    assert repr(watch).startswith("100% ███")
    assert "step 30 of 30, loss 8.550" in repr(watch)
    html = watch._repr_html_()
    assert "<progress max='1' value='1.000'" in html
    alt = "The loss over 30 steps: 10.00 first, 7.10 now."
    assert f"{alt} Guessing among 100 words costs {math.log(100):.2f}." in html


def test_cells_that_wait_for_another_say_for_which(capsys, monkeypatch):
    watch = Watch()
    assert not training.together(None)
    assert not training.trained(None)
    assert capsys.readouterr().out.count("set mine = True") == 2
    assert training.together(watch)
    assert not training.trained(watch)
    assert "set steps = 2500" in capsys.readouterr().out
    watch.losses = [6.8]
    assert training.trained(watch)
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert not training.trained(None)  # nothing happens, and nobody is blamed
    assert capsys.readouterr().out == ""


def test_what_was_stopped_goes_on_where_it_was(clock):
    watch, batches = Watch(), itertools.count()
    for batch in watch.over(batches, steps=10):
        watch.add(batch)
        if batch == 3:
            break
    assert watch.share == 0.4
    assert "about 0:0" in repr(watch)
    for batch in watch.over(batches, steps=10):
        watch.add(batch)
    assert watch.losses == list(range(10))
    assert list(watch.over(batches, steps=10)) == []
    assert len([watch.add(batch) for batch in watch.over(batches, steps=12)]) == 2


def test_the_time_left_follows_from_the_pace_so_far(clock):
    """A step takes a second here, and so does an occasional picture."""
    watch = Watch()
    for batch in watch.over(itertools.count(), steps=200):
        watch.add(1.0)
        if batch == 79:
            assert 121 <= watch.left < 125
            assert "about 2:0" in repr(watch)


def test_every_ten_seconds_the_same_sentences_are_translated(clock):
    count = itertools.count()
    watch = Watch(say=lambda: [("<one>", f"& eins {next(count)}")])
    for _ in watch.over(itertools.count(), steps=25):
        watch.add(1.0)
    assert 3 <= next(count) <= 5  # at once, twice on the way, at the end
    assert "  <one> → & eins" in repr(watch)
    html = watch._repr_html_()
    assert "<li>&lt;one&gt;<br><b lang='de'>&amp; eins" in html


def test_it_runs_on_one_thread_and_gives_the_others_back(clock):
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        watch = Watch()
        for batch in watch.over(itertools.count(), steps=5):
            assert torch.get_num_threads() == 1
            if batch == 2:
                break
        del batch
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)


def test_without_steps_and_in_grading_nothing_happens(monkeypatch):
    watch = Watch()
    assert list(watch.over([1, 2], steps=0)) == []
    assert "0%" in repr(watch)
    assert "<svg" not in watch._repr_html_()
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert training.grading()
    assert list(watch.over([1, 2], steps=9)) == []


# Where it looks ---------------------------------------------------------------------


class Silent(nn.Module):
    """Computes another attention and returns no weights."""

    def __init__(self, other, attend):
        super().__init__()
        self.other, self.attend = other, attend

    def forward(self, query, key, value, mask=None):
        a = self.other
        projections = (a.q_proj, query), (a.k_proj, key), (a.v_proj, value)
        q, k, v = (split_heads(layer(x), a.n_heads) for layer, x in projections)
        return a.out_proj(merge_heads(self.attend(q, k, v, mask))), None


def by_hand(q, k, v, mask):
    scores = q @ k.mT / q.size(-1) ** 0.5
    return scores.masked_fill(~mask, -1e9).softmax(-1) @ v


def head_by_head(q, k, v, mask):
    heads = zip(*(x.unbind(1) for x in (q, k, v)), strict=True)
    return torch.stack([by_hand(*one, mask[:, 0]) for one in heads], 1)


@pytest.mark.parametrize(
    "attend", [None, F.scaled_dot_product_attention, by_hand, head_by_head]
)
@pytest.mark.parametrize("length", [3, 4, 5])  # the source's is 4
def test_cross_attention_is_that_of_the_last_layer_whoever_returns_it(attend, length):
    model = translator(n_layers=2).model.train()
    src, tgt = torch.tensor([[1, 4, 5, 2]]), torch.arange(1, length + 1)[None]
    maps = attention_maps(model, src, tgt)
    if attend:
        for layer in model.decoder.layers:
            layer.cross_attention = Silent(layer.cross_attention, attend)
    weights = cross_attention(model, src, tgt)
    assert model.training
    assert weights.shape == (2, length, 4)
    want = maps["decoder.layers.1.cross_attention"][0]
    torch.testing.assert_close(weights, want)


def test_a_model_without_attention_has_none():
    class Other(nn.Module):
        def encode(self, src):
            return src

        def decode(self, tgt, memory, src):
            return tgt

    ids = torch.tensor([[1, 2]])
    assert cross_attention(Other(), ids, ids) is None


def test_heads_are_drawn_side_by_side():
    weights = torch.eye(3)[None].repeat(2, 1, 1)
    drawn = draw_heads(weights, list("abc"), list("xyz"))
    assert drawn.alt.endswith("on average: a at x, b at y, c at z.")
    for title in ("mean of the heads", "head 0", "head 1"):
        assert title in drawn.markup
