"""``label_smoothed_loss`` with the gradient that autograd would find, in fewer passes.

The logits are the largest tensors in a step, (n, V) for n words. Autograd passes over
them once for each operation of the formula, and again on the way back. By hand, half as
many passes are enough.
"""

from typing import Any

import torch
from torch import Tensor


class FusedLabelSmoothedLoss(torch.autograd.Function):
    """Cross-entropy to q = (1 - smoothing) · one-hot + smoothing / V, mean of n words.

    From logits (..., L, V) and labels (..., L), it computes what each sentence adds to
    the mean, (...). The gradient of their sum with respect to the logits is
    (softmax(logits) - q) / n.
    """

    @staticmethod
    def forward(
        ctx: Any, logits: Tensor, labels: Tensor, smoothing: float, pad_id: int
    ) -> Tensor:
        # bfloat16 has too few digits for the sum over a vocabulary
        dtype = torch.promote_types(logits.dtype, torch.float32)
        x = logits.to(dtype)
        largest = x.amax(dim=-1, keepdim=True)  # (..., 1)
        weights = (x - largest).exp_()  # (..., V), whose sum is total
        total = weights.sum(dim=-1, keepdim=True)
        log_total = total.log().add_(largest)
        loss = (log_total - x.gather(-1, labels[..., None])).squeeze(-1)  # (...)
        if smoothing:
            of_all = log_total.squeeze(-1) - x.mean(dim=-1)
            loss = (1 - smoothing) * loss + smoothing * of_all
        share = (labels != pad_id).to(dtype)
        share /= share.sum().clamp(min=1)  # 1 / n for each word, 0 for padding
        ctx.save_for_backward(weights, total, labels, share)
        ctx.smoothing, ctx.dtype = smoothing, logits.dtype
        return loss.mul_(share).sum(dim=-1)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None, None, None]:
        weights, total, labels, share = ctx.saved_tensors
        share = (share * grad[..., None])[..., None]
        by_logits = weights * (share / total)  # (..., V)
        if ctx.smoothing:
            by_logits.sub_(share * (ctx.smoothing / by_logits.size(-1)))
        by_label = (ctx.smoothing - 1) * share
        by_logits.scatter_add_(-1, labels[..., None], by_label)
        return by_logits.to(ctx.dtype), None, None, None
