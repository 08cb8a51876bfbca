"""Faster versions of the chapters' layers, made for use, not for explanation.

    model = Transformer(config)  # the chapters' layers
    learner = faster(model)  # fast layers with the same parameters as ``model``

The two share their parameters, so training ``learner`` also trains ``model``. This
package has the fused layers and the loss for training, and prepared weights and caches
of keys and values for decoding. Results are those of the chapters, up to rounding.
"""

from torch import nn

from lernformer.attention import MultiHeadAttention
from lernformer.embedding import TiedOutput
from lernformer.fast.attention import FusedMultiHeadAttention
from lernformer.fast.dropout import FusedDropout
from lernformer.fast.linear import FusedLinear, FusedTiedOutput
from lernformer.fast.norms import FusedLayerNorm, FusedRMSNorm
from lernformer.fast.rotary import FusedRotaryProjection
from lernformer.positional_encoding import RotaryProjection
from lernformer.residual_norm import LayerNorm, RMSNorm

# A fast class differs from its plain counterpart only in ``forward``.
FAST: dict[type[nn.Module], type[nn.Module]] = {
    MultiHeadAttention: FusedMultiHeadAttention,
    LayerNorm: FusedLayerNorm,
    RMSNorm: FusedRMSNorm,
    nn.Linear: FusedLinear,
    RotaryProjection: FusedRotaryProjection,
    TiedOutput: FusedTiedOutput,
    nn.Dropout: FusedDropout,
}


def faster(module: nn.Module) -> nn.Module:
    """A twin of a module, with a fast layer for each layer that has a fast version.

    Both share their parameters, buffers and hooks: the same objects, not copies. The
    twin starts in the module's mode, but from then on each has its own mode. If a layer
    is replaced in one of them afterwards, the other doesn't change.

    Args:
        module: a model or a layer; it stays as it is. Layers of classes other than the
            chapters', including subclasses, are as fast as before.
    """
    kind = FAST.get(type(module), type(module))
    twin = kind.__new__(kind)
    twin.__setstate__(vars(module))
    twin._modules = {
        name: child if child is None else faster(child)
        for name, child in module._modules.items()
    }
    return twin
