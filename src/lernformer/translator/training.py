"""One step of training, as the chapter teaches it (Vaswani et al. 2017, section 5).

`trainer` makes many of them, by a faster form.

Axes: ``B`` batch, ``L`` length, ``V`` vocabulary.
"""

import torch
from torch import Tensor, nn

from lernformer.translator.loss import label_smoothed_loss


def teacher_forcing(tgt: Tensor) -> tuple[Tensor, Tensor]:
    """Ask for each word after the right words before it, all in parallel.

    Args:
        tgt: (B, L + 1) ids, from ``<bos>`` to ``<eos>``, then padding.

    Returns:
        What the decoder reads and what it should say: (B, L) each, one word apart.
    """
    return tgt[:, :-1], tgt[:, 1:]


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    src: Tensor,
    tgt: Tensor,
    smoothing: float = 0.1,
) -> float:
    """Forward, loss, backward, one step of the optimiser.

    Args:
        model: from (src, decoder input) to logits; it is put into training mode.
        optimizer: of the model's parameters.
        src: (B, L_src) ids.
        tgt: (B, L_tgt) ids, from ``<bos>`` to ``<eos>``.
        smoothing: see ``label_smoothed_loss``.

    Returns:
        The loss before the step.
    """
    model.train()
    decoder_input, labels = teacher_forcing(tgt)
    logits = model(src, decoder_input)  # (B, L, V)
    loss = label_smoothed_loss(logits, labels, smoothing)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
