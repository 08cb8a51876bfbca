"""One step of training, as the chapter teaches it (Vaswani et al. 2017, section 5).

`trainer` runs many of these steps, in a faster form.

Axes: ``B`` batch, ``L`` length, ``V`` vocabulary.
"""

import torch
from torch import Tensor, nn

from lernformer.translator.loss import label_smoothed_loss


def teacher_forcing(tgt: Tensor) -> tuple[Tensor, Tensor]:
    """Split targets into inputs and labels, to predict all words in parallel.

    Each word is predicted from the right words before it.

    Args:
        tgt: (B, L + 1) ids, from ``<bos>`` to ``<eos>``, then padding. They are not
            modified.

    Returns:
        What the decoder reads (decoder_input) and what it should predict (labels),
        (B, L) each. The labels are one word ahead. Padding stays as it is.

    Example:
        >>> teacher_forcing(torch.tensor([[1, 7, 9, 2, 0]]))
        (tensor([[1, 7, 9, 2]]), tensor([[7, 9, 2, 0]]))
    """
    return tgt[:, :-1], tgt[:, 1:]


def first_loss(model: nn.Module, src: Tensor, tgt: Tensor) -> float:
    """Compute a model's loss on one batch, before it has learned anything from it.

    For a model that finds all V words equally likely, the loss is ln V.

    Args:
        model: ``model(src, decoder_input)`` gives logits (B, L, V). It is put into
            evaluation mode first, and learns nothing.
        src: (B, S) ids.
        tgt: (B, L + 1) ids, from ``<bos>`` to ``<eos>``, then padding. Neither is
            modified.

    Returns:
        The mean of -ln p over all labels that are not padding, in nats; no smoothing.

    Example:
        >>> sizes = TransformerConfig(20, 20, d_model=8, n_heads=2, d_ff=9)
        >>> ids = torch.tensor([[1, 7, 5, 2], [1, 9, 2, 0]])
        >>> first_loss(Transformer(sizes), ids, ids) < 2 * math.log(20)
        True
    """
    decoder_input, labels = teacher_forcing(tgt)
    model.eval()
    with torch.no_grad():
        logits = model(src, decoder_input)
    return label_smoothed_loss(logits, labels, smoothing=0.0).item()


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    src: Tensor,
    tgt: Tensor,
    smoothing: float = 0.1,
) -> float:
    """Train on one batch: forward, loss, backward, one step of the optimiser.

    Args:
        model: ``model(src, decoder_input)`` gives logits (B, L, V). It is put into
            training mode first, so that dropout acts.
        optimizer: an optimiser of the model's parameters.
        src: (B, L_src) ids.
        tgt: (B, L_tgt) ids, from ``<bos>`` to ``<eos>``, then padding. Neither is
            modified.
        smoothing: label smoothing, in [0, 1].

    Returns:
        The loss before the step, as a number. Gradients do not accumulate from one call
        to the next.

    Example:
        >>> model = Transformer(TransformerConfig(6, 6, 4, 2, 8, n_layers=1))
        >>> optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        >>> src, tgt = torch.tensor([[4, 5, 2]]), torch.tensor([[1, 5, 4, 2]])
        >>> loss = [train_step(model, optimizer, src, tgt) for _ in range(50)]
        >>> loss[-1] < loss[0]
        True
    """
    # 1. training mode; what the decoder reads, and what it should predict
    model.train()
    decoder_input, labels = teacher_forcing(tgt)
    # 2. predict, and compute the loss
    logits = model(src, decoder_input)  # (B, L, V)
    loss = label_smoothed_loss(logits, labels, smoothing)
    # 3. compute the gradients of this batch alone, and take one step
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
