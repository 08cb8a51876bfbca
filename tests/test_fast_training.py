"""The step of a long training against torch's."""

import pytest
import torch
from torch import nn
from translators import pairs, translator

from lernformer.fast.candidates import Candidates
from lernformer.fast.training import train_step
from lernformer.translator.batch import collate, encode_pairs
from lernformer.translator.recipe import Recipe, make_optimizer

RECIPE = Recipe(steps=12, batch_tokens=40, peak=0.01, warmup_steps=4)


def batch_of(translator):
    return collate(encode_pairs(pairs(4), translator.source, translator.target))


def parameters(translator):
    return nn.utils.parameters_to_vector(translator.model.parameters()).detach()


def test_a_step_does_what_torch_does():
    ours, theirs = translator(dropout=0.0), translator(dropout=0.0)
    batch = batch_of(ours)
    optimizer = torch.optim.SGD(ours.model.eval().parameters(), lr=0.1)
    loss = train_step(ours.model, optimizer, batch.src, batch.tgt, smoothing=0.2)

    other = torch.optim.SGD(theirs.model.parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss(ignore_index=0, label_smoothing=0.2)
    logits = theirs.model(batch.src, batch.tgt[:, :-1])
    want = criterion(logits.flatten(0, 1), batch.tgt[:, 1:].flatten())
    want.backward()
    other.step()
    assert loss.shape == (4,)
    torch.testing.assert_close(loss.sum(), want.detach())
    assert not loss.requires_grad
    assert ours.model.training
    torch.testing.assert_close(parameters(ours), parameters(theirs))


def test_old_gradients_do_not_count():
    one, other = translator(dropout=0.0), translator(dropout=0.0)
    batch = batch_of(one)
    for parameter in other.model.parameters():
        parameter.grad = torch.ones_like(parameter)
    for made in (one, other):
        optimizer = torch.optim.SGD(made.model.parameters(), lr=0.1)
        train_step(made.model, optimizer, batch.src, batch.tgt)
    assert torch.equal(parameters(one), parameters(other))


def test_long_gradients_are_cut():
    made = translator(dropout=0.0)
    before, batch = parameters(made), batch_of(made)
    optimizer = torch.optim.SGD(made.model.parameters(), lr=1.0)
    train_step(made.model, optimizer, batch.src, batch.tgt, max_norm=0.01)
    # (x - g) - x keeps about seven digits of x, not of g
    length = (parameters(made) - before).norm().item()
    assert length == pytest.approx(0.01, rel=1e-3)


@pytest.mark.parametrize("n_candidates", [0, 3])
def test_bf16_is_near_to_float32(n_candidates):
    losses = []
    for bf16 in (False, True):
        made = translator(dropout=0.0)
        batch, candidates = batch_of(made), None
        optimizer = make_optimizer(made.model, RECIPE)
        if n_candidates:
            torch.manual_seed(0)
            candidates = Candidates(made.model.output.weight, n_candidates)
            made.model.output = candidates
        chosen = {"bf16": bf16, "candidates": candidates, "smoothing": 0.0}
        step = train_step(made.model, optimizer, batch.src, batch.tgt, **chosen)
        losses.append(step.sum().item())
    assert losses[0] != losses[1]
    assert losses[0] == pytest.approx(losses[1], rel=0.02)
    assert {p.dtype for p in made.model.parameters()} == {torch.float32}
