"""Shows where each head looks while a model reads."""

import torch
from torch import Tensor, nn

from lernformer.attention import MultiHeadAttention


def attention_maps(model: nn.Module, src: Tensor, tgt: Tensor) -> dict[str, Tensor]:
    """Return all layers' and heads' weights as the model reads ``src`` and ``tgt``.

    Args:
        model: a ``Transformer``, or any model of source and target with attentions that
            are ``MultiHeadAttention``. It isn't changed.
        src: (B, S) ids.
        tgt: (B, T) ids, beginning with ``<bos>``.

    Returns:
        Weights (B, H, L_q, L_k), without gradients, named by their layer:
        "encoder.layers.0.self_attention", "decoder.layers.0.cross_attention", …

    Raises:
        ValueError: if an attention doesn't return its weights. Faster versions may
            not.
    """
    maps = {}
    training = model.training
    hooks = [
        module.register_forward_hook(
            lambda _, __, result, name=name: maps.update({name: result[1]})
        )
        for name, module in model.named_modules()
        if isinstance(module, MultiHeadAttention)
    ]
    try:
        with torch.no_grad():
            model.eval()(src, tgt)
    finally:
        model.train(training)
        for hook in hooks:
            hook.remove()
    silent = [name for name, weights in maps.items() if weights is None]
    if silent:
        raise ValueError(f"{silent[0]} gives no weights")
    return maps
