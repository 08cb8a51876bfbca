"""A training step with everything that long training runs need, and a faster loss.

Axes: ``B`` batch, ``L`` length, ``V`` vocabulary, ``C`` candidates.
"""

import torch
from torch import Tensor, nn

from lernformer.embedding import PAD_ID
from lernformer.fast.candidates import Candidates
from lernformer.fast.loss import FusedLabelSmoothedLoss
from lernformer.translator.training_step import teacher_forcing


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    src: Tensor,
    tgt: Tensor,
    smoothing: float = 0.1,
    *,
    max_norm: float | None = None,
    bf16: bool = False,
    weight: float = 1.0,
    candidates: Candidates | None = None,
) -> Tensor:
    """Run forward, loss, backward, and one step of the optimiser.

    Args:
        model: maps (src, decoder input) to logits; it is put into training mode.
        optimizer: an optimiser for the model's parameters.
        src: (B, L_src) ids.
        tgt: (B, L_tgt) ids, from ``<bos>`` to ``<eos>``.
        smoothing: see ``label_smoothed_loss``.
        max_norm: length to which a longer gradient, over all parameters, is clipped.
        bf16: whether to compute in bfloat16 where that is safe; the weights stay in
            float32.
        weight: factor for the loss, for one process's share of a batch.
        candidates: the model's output layer, if it doesn't consider all words.

    Returns:
        What each sentence adds to the loss before the step: (B,), without a gradient.
    """
    model.train()
    decoder_input, labels = teacher_forcing(tgt)
    if candidates is not None:
        labels = candidates.draw(labels)
    with torch.autocast(src.device.type, torch.bfloat16, enabled=bf16):
        logits = model(src, decoder_input)  # (B, L, V), or (B, L, C)
        loss = FusedLabelSmoothedLoss.apply(logits, labels, smoothing, PAD_ID)  # (B,)
        loss = loss * weight
    optimizer.zero_grad()
    loss.sum().backward()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.detach()
