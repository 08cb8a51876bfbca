"""Watching a training: how long it goes on, and what there is to see."""

import itertools

import pytest
import torch
from torch import nn
from translators import translator

from lernformer.widgets import training
from lernformer.widgets.training import Watch, cross_attention


@pytest.fixture
def clock(monkeypatch):
    """A second passes whenever somebody asks for the time."""
    monkeypatch.setattr(training.time, "monotonic", itertools.count().__next__)


def test_a_training_goes_on_for_its_time(clock):
    watch = Watch(minutes=0.5)
    for batch in watch.over(itertools.count()):
        watch.add(10 - batch / 10)
    assert len(watch.losses) == 29
    assert watch.share == 1
    assert repr(watch).startswith("100% ███")
    assert "step 29, loss 8.600" in repr(watch)
    html = watch._repr_html_()
    assert "<progress max='1' value='1.000'" in html
    assert "The loss over 29 steps: 10.00 first, 7.20 now." in html


def test_a_training_may_end_sooner(clock):
    watch = Watch(minutes=1)
    assert list(watch.over([1, 2, 3])) == [1, 2, 3]
    assert 0 < watch.share < 1


def test_without_minutes_nothing_happens():
    watch = Watch(minutes=0)
    assert list(watch.over([1, 2])) == []
    assert "0%" in repr(watch)
    assert "<svg" not in watch._repr_html_()


def test_no_grade_waits_for_a_training(monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert list(Watch(minutes=9).over([1, 2])) == []


def test_cross_attention_is_that_of_the_last_layer():
    model = translator(n_layers=2).model
    src, tgt = torch.tensor([[1, 4, 5, 2]]), torch.tensor([[1, 6, 7]])
    weights = cross_attention(model, src, tgt)
    want = training.attention_maps(model, src, tgt)
    want = want["decoder.layers.1.cross_attention"][0].mean(0)
    assert weights.shape == (3, 4)
    assert torch.equal(weights, want)


def test_a_model_of_another_kind_has_no_cross_attention():
    class Other(nn.Module):
        def forward(self, src, tgt):
            return tgt

    ids = torch.tensor([[1, 2]])
    assert cross_attention(Other(), ids, ids) is None
