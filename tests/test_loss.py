"""The loss against torch's, and where it is least."""

import pytest
import torch
from torch import nn

from lernformer.translator.loss import label_smoothed_loss

B, L, V = 3, 5, 7


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.7, 1.0])
@pytest.mark.parametrize("pad_id", [0, 4])
def test_loss_and_gradient_equal_torch(smoothing, pad_id):
    torch.manual_seed(0)
    logits = torch.randn(B, L, V, dtype=torch.float64, requires_grad=True)
    labels = torch.randint(V, (B, L))
    labels[0, 0], labels[0, 1:] = 1, pad_id
    loss = label_smoothed_loss(logits, labels, smoothing, pad_id)
    want = nn.CrossEntropyLoss(ignore_index=pad_id, label_smoothing=smoothing)(
        logits.transpose(1, 2), labels
    )
    torch.testing.assert_close(loss, want, rtol=0, atol=1e-12)
    for got, expected in zip(
        torch.autograd.grad(loss, logits),
        torch.autograd.grad(want, logits),
        strict=True,
    ):
        torch.testing.assert_close(got, expected, rtol=0, atol=1e-12)


def test_padding_alone_costs_nothing():
    logits = torch.randn(B, L, V, requires_grad=True)
    loss = label_smoothed_loss(logits, torch.zeros(B, L).long())
    loss.backward()
    assert loss == 0
    assert not logits.grad.any()


def test_the_least_loss_is_where_the_smoothed_label_is_met():
    smoothing = 0.3
    wanted = torch.full((V,), smoothing / V)
    wanted[2] += 1 - smoothing
    labels = torch.tensor([[2]])
    entropy = -(wanted * wanted.log()).sum()
    best = label_smoothed_loss(wanted.log()[None, None], labels, smoothing)
    torch.testing.assert_close(best, entropy)
    sure = label_smoothed_loss(torch.eye(V)[2][None, None] * 50, labels, smoothing)
    assert sure > best


@pytest.mark.parametrize("smoothing", [-0.1, 1.1])
def test_smoothing_out_of_range_is_refused(smoothing):
    message = rf"smoothing must lie in \[0, 1\], got {smoothing}"
    with pytest.raises(ValueError, match=message):
        label_smoothed_loss(torch.zeros(1, 1, V), torch.ones(1, 1).long(), smoothing)
