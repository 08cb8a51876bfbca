"""The loss with its own gradient equals the formula with autograd's."""

import pytest
import torch

from lernformer.fast.loss import FusedLabelSmoothedLoss
from lernformer.translator.loss import label_smoothed_loss

B, L, V = 2, 5, 7


def case(dtype=torch.float64):
    generator = torch.Generator().manual_seed(0)
    logits = 3 * torch.randn(B, L, V, generator=generator).to(dtype)
    labels = torch.randint(1, V, (B, L), generator=generator)
    labels[1, 3:] = 0
    return logits.requires_grad_(), labels


def loss_and_gradient(loss, logits, labels, smoothing):
    value = loss(logits, labels, smoothing, 0).sum()
    (gradient,) = torch.autograd.grad(3 * value, logits)
    return value, gradient


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])
def test_loss_and_gradient_equal_autograds(smoothing):
    got, want = (
        loss_and_gradient(loss, *case(), smoothing)
        for loss in (FusedLabelSmoothedLoss.apply, label_smoothed_loss)
    )
    torch.testing.assert_close(got, want, rtol=0, atol=1e-12)


def test_the_gradient_is_that_of_small_changes():
    logits, labels = case()
    torch.autograd.gradcheck(FusedLabelSmoothedLoss.apply, (logits, labels, 0.1, 0))


def test_padding_alone_costs_nothing():
    logits, labels = case()
    value, gradient = loss_and_gradient(
        FusedLabelSmoothedLoss.apply, logits, torch.zeros_like(labels), 0.1
    )
    assert value == 0
    assert not gradient.any()


def test_bfloat16_is_summed_in_float32():
    logits, labels = case(torch.bfloat16)
    value, gradient = loss_and_gradient(
        FusedLabelSmoothedLoss.apply, logits, labels, 0.1
    )
    want, _ = loss_and_gradient(label_smoothed_loss, logits.float(), labels, 0.1)
    assert (value.dtype, gradient.dtype) == (torch.float32, torch.bfloat16)
    torch.testing.assert_close(value, want, rtol=0, atol=1e-6)
