"""The chapter's step of training, and the fast one, against torch's."""

import pytest
import torch
from torch import nn
from translators import bold, translator

from lernformer.fast import training_step as fast
from lernformer.fast.candidates import Candidates
from lernformer.translator import training_step
from lernformer.translator.recipe import Recipe, make_optimizer
from lernformer.translator.training_step import first_loss, teacher_forcing


def test_teacher_forcing_is_one_word_apart():
    tgt = torch.tensor([[1, 5, 6, 2], [1, 7, 2, 0]])
    decoder_input, labels = teacher_forcing(tgt)
    assert decoder_input.tolist() == [[1, 5, 6], [1, 7, 2]]
    assert labels.tolist() == [[5, 6, 2], [7, 2, 0]]


@pytest.mark.parametrize("train_step", [training_step.train_step, fast.train_step])
def test_a_step_does_what_torch_does(train_step):
    (ours, batch), (theirs, _) = bold(dropout=0.0), bold(dropout=0.0)
    ours.eval()
    optimizer = torch.optim.SGD(ours.parameters(), lr=0.1, momentum=0.9)
    other = torch.optim.SGD(theirs.parameters(), lr=0.1, momentum=0.9)
    criterion = nn.CrossEntropyLoss(ignore_index=0, label_smoothing=0.2)
    for _ in range(2):
        loss = train_step(ours, optimizer, batch.src, batch.tgt, smoothing=0.2)
        logits = theirs(batch.src, batch.tgt[:, :-1])
        want = criterion(logits.flatten(0, 1), batch.tgt[:, 1:].flatten())
        other.zero_grad()
        want.backward()
        other.step()
        if train_step is fast.train_step:  # what each sentence adds
            assert loss.shape == (len(batch.src),)
            assert not loss.requires_grad
            loss = loss.sum().item()
        assert loss == pytest.approx(want.item(), rel=1e-9)
    assert ours.training
    torch.testing.assert_close(list(ours.parameters()), list(theirs.parameters()))


def test_the_first_loss_is_torchs_and_changes_nothing():
    model, batch = bold(dropout=0.5)
    before = [p.clone() for p in model.parameters()]
    got = first_loss(model, batch.src, batch.tgt)
    criterion = nn.CrossEntropyLoss(ignore_index=0)
    logits = model.eval()(batch.src, batch.tgt[:, :-1])
    want = criterion(logits.mT, batch.tgt[:, 1:]).item()
    assert got == pytest.approx(want, rel=1e-9)
    assert all(map(torch.equal, before, model.parameters()))


def test_long_gradients_are_cut():
    model, batch = bold(dropout=0.0)
    before = nn.utils.parameters_to_vector(model.parameters()).detach()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    fast.train_step(model, optimizer, batch.src, batch.tgt, max_norm=0.01)
    moved = nn.utils.parameters_to_vector(model.parameters()).detach() - before
    assert moved.norm().item() == pytest.approx(0.01, rel=1e-3)


@pytest.mark.parametrize("n_candidates", [0, 3])
def test_bf16_is_near_to_float32(n_candidates):
    losses = []
    for bf16 in (False, True):
        model, (_, batch) = translator(dropout=0.0).model, bold()
        candidates = None
        optimizer = make_optimizer(model, Recipe(steps=12, batch_tokens=40))
        if n_candidates:
            torch.manual_seed(0)
            candidates = Candidates(model.output.weight, n_candidates)
            model.output = candidates
        chosen = {"bf16": bf16, "candidates": candidates, "smoothing": 0.0}
        step = fast.train_step(model, optimizer, batch.src, batch.tgt, **chosen)
        losses.append(step.sum().item())
    assert losses[0] != losses[1]
    assert losses[0] == pytest.approx(losses[1], rel=0.02)
    assert {p.dtype for p in model.parameters()} == {torch.float32}
