"""The loss and its fast twin against torch's."""

import pytest
import torch
from models import normal, with_gradients
from torch import nn

from lernformer.fast.loss import FusedLabelSmoothedLoss
from lernformer.translator.loss import label_smoothed_loss

B, L, V = 3, 5, 7
EXACT = {"rtol": 0, "atol": 1e-12}


def fused(logits, labels, smoothing=0.0, pad_id=0):
    return FusedLabelSmoothedLoss.apply(logits, labels, smoothing, pad_id).sum()


both_kinds = pytest.mark.parametrize("loss", [label_smoothed_loss, fused])


def some_labels(pad_id=0):
    labels = torch.randint(V, (B, L), generator=torch.Generator().manual_seed(0))
    labels[0, 0], labels[0, 1:] = 1, pad_id
    return labels


@both_kinds
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.7, 1.0])
@pytest.mark.parametrize("pad_id", [0, 4])
def test_loss_and_gradient_equal_torch(loss, smoothing, pad_id):
    logits, labels = 3 * normal(B, L, V).requires_grad_(), some_labels(pad_id)
    of_torch = nn.CrossEntropyLoss(ignore_index=pad_id, label_smoothing=smoothing)
    got = loss(logits, labels, smoothing, pad_id)
    want = of_torch(logits.transpose(1, 2), labels)
    torch.testing.assert_close(
        with_gradients(got, [logits]), with_gradients(want, [logits]), **EXACT
    )


@both_kinds
def test_padding_alone_costs_nothing(loss):
    logits = torch.randn(B, L, V, requires_grad=True)
    value = loss(logits, torch.zeros(B, L).long(), 0.1)
    value.backward()
    assert value == 0
    assert not logits.grad.any()


def test_bfloat16_is_summed_in_float32():
    logits = normal(B, L, V).to(torch.bfloat16).requires_grad_()
    value = fused(logits, some_labels(), 0.1)
    value.backward()
    want = label_smoothed_loss(logits.float(), some_labels(), 0.1)
    assert (value.dtype, logits.grad.dtype) == (torch.float32, torch.bfloat16)
    torch.testing.assert_close(value, want, rtol=0, atol=1e-6)


@pytest.mark.parametrize("smoothing", [-0.1, 1.1])
def test_smoothing_out_of_range_is_refused(smoothing):
    message = rf"smoothing must lie in \[0, 1\], got {smoothing}"
    with pytest.raises(ValueError, match=message):
        label_smoothed_loss(torch.zeros(1, 1, V), torch.ones(1, 1).long(), smoothing)
