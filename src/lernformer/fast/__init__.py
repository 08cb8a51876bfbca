"""The same, faster: for use, not to explain.

    model = Transformer(config)  # the chapters' layers
    learner = faster(model)  # fast layers with the very parameters of ``model``

What a step of training teaches ``learner``, ``model`` has learned. Here stand the fused
layers and the loss that training uses, and what decoding uses: prepared weights, caches
of keys and values. Results are those of the chapters, up to rounding.
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

# A fast class differs from its plain one in ``forward`` alone.
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
    """A twin of a module, with a fast layer in place of each that has a fast form.

    Both share their parameters, buffers and hooks: the same objects, not copies. The
    twin starts in the module's mode, but from then on each has a mode of its own. If a
    layer is replaced in one of them afterwards, the other does not change.

    Args:
        module: a model or a layer; it stays as it is. Layers of other classes than the
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
