"""The chapter's step of training against torch's."""

import math

import pytest
import torch
from torch import nn
from translators import bold

from lernformer.translator.training import first_loss, teacher_forcing, train_step


def test_teacher_forcing_is_one_word_apart():
    tgt = torch.tensor([[1, 5, 6, 2], [1, 7, 2, 0]])
    decoder_input, labels = teacher_forcing(tgt)
    assert decoder_input.tolist() == [[1, 5, 6], [1, 7, 2]]
    assert labels.tolist() == [[5, 6, 2], [7, 2, 0]]


def test_a_step_does_what_torch_does():
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


def test_whoever_holds_all_words_for_equally_likely_pays_ln_v():
    class Guessing(nn.Module):
        def forward(self, src, tgt):
            return torch.zeros(*tgt.shape, 17)

    tgt = torch.tensor([[1, 5, 16, 2], [1, 7, 2, 0]])
    assert first_loss(Guessing(), tgt, tgt) == pytest.approx(math.log(17))
