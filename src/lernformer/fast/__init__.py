"""Faster versions of the chapters' layers, built for use and not for explanation.

    model = Transformer(config)  # the chapters' layers
    learner = faster(model)  # fast layers with the same parameters as ``model``

The two share their parameters, so training ``learner`` also trains ``model``. This
package has the fused layers and the loss for training, and prepared weights and caches
of keys and values for decoding. Results match those of the chapters, up to rounding.
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
    """Return a twin of a module, with the fast version of each layer that has one.

    The two share their parameters, buffers and hooks: the same objects, not copies. The
    twin starts in the module's mode, but from then on each has its own mode. If you
    replace a layer in one of them afterwards, the other doesn't change.

    Args:
        module: a model or a layer, which stays as it is. Layers of classes other than
            the chapters', including subclasses, don't get faster.
    """
    kind = FAST.get(type(module), type(module))
    twin = kind.__new__(kind)
    twin.__setstate__(vars(module))
    twin._modules = {
        name: child if child is None else faster(child)
        for name, child in module._modules.items()
    }
    return twin
