"""What goes wrong the same way in both kinds of layer, and how it shows."""

import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.transformer.layers import (
    DecoderLayerInSteps,
    EncoderLayerInSteps,
)

from .. import mutant_of_each

RIGHTS = {
    "transformer.EncoderLayer": EncoderLayerInSteps,
    "transformer.DecoderLayer": DecoderLayerInSteps,
}


@mutant_of_each(RIGHTS, mistake="norm_first_ignored")
class AlwaysPreNorm:
    """The argument is not passed on."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout)


@mutant_of_each(RIGHTS, mistake="post_norm_by_default")
class PostNormByDefault:
    """The paper's order is the default."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)


@mutant_of_each(RIGHTS, mistake="same_norm_twice")
class OneNorm:
    """One norm is enough."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        self.norms = nn.ModuleList([self.norms[0]] * len(self.norms))


@mutant_of_each(RIGHTS, mistake="mask_axis_added")
class MaskUnsqueezed:
    """A mask needs an axis for the heads."""

    def sublayers(self, *context):
        *memory, mask = context
        if mask is None:
            return super().sublayers(*context)
        return super().sublayers(*memory, mask.unsqueeze(1))


@mutant_of_each(RIGHTS, mistake="d_ff_ignored")
class FourTimesWider:
    """d_ff is always 4 · d_model."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, 4 * d_model, dropout, norm_first)


@mutant_of_each(RIGHTS, mistake="n_heads_ignored")
class EightHeads:
    """Eight heads, as in the paper."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, 8, d_ff, dropout, norm_first)


@mutant_of_each(RIGHTS, mistake="arguments_swapped")
class HeadsAndWidthSwapped:
    """d_ff and n_heads in the wrong order."""

    def __init__(self, d_model, d_ff, n_heads, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)


@mutant_of_each(RIGHTS, mistake="super_init_forgotten")
class NoSuperInit:
    """super().__init__() is not called."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        self.norms = nn.ModuleList()


@mutant_of_each(RIGHTS, mistake="weights_returned")
class WeightsToo:
    """The weights are returned as well."""

    def forward(self, *inputs):
        return super().forward(*inputs), None


@mutant_of_each(RIGHTS, mistake="norm_without_parameters")
class PlainNorm:
    """The norms have no γ and β."""

    def norm(self, d_model):
        return nn.LayerNorm(d_model, elementwise_affine=False)


@mutant_of_each(RIGHTS, mistake="dropout_never_applied")
class NoDropout:
    """The argument is not passed on."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, 0.0, norm_first)


@mutant_of_each(RIGHTS, mistake="dropout_never_applied")
class DropoutInPreNormOnly:
    """The other branch is written without."""

    def post(self, i, x, f):
        return self.norms[i](x + f(x))


@mutant_of_each(RIGHTS, mistake="dropout_on_the_way_around")
class DropoutAfterTheSum:
    """Dropout acts on the sum."""

    def pre(self, i, x, f):
        return self.dropout(x + f(self.norms[i](x)))


@mutant_of_each(RIGHTS, mistake="dropout_on_the_way_around")
class DropoutAfterTheNorm:
    """In post-norm dropout acts on what the norm gives."""

    def post(self, i, x, f):
        return self.dropout(self.norms[i](x + f(x)))


@mutant_of_each(RIGHTS, mistake="dropout_argument_ignored")
class DropsATenth:
    """If at all, it is the paper's 0.1."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, 0.1 if dropout else 0.0, norm_first)


@mutant_of_each(RIGHTS, mistake="dropout_twice")
class DroppedTwice:
    """What a sublayer gives is dropped, and what is added."""

    def pre(self, i, x, f):
        return super().pre(i, x, lambda h: self.dropout(f(h)))


@mutant_of_each(RIGHTS, mistake="dropout_in_eval")
class AlwaysDropping:
    """F.dropout does not know about eval."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)
        del self.dropout
        self.dropout = lambda x: F.dropout(x, dropout)


@mutant_of_each(RIGHTS, mistake="dropout_default")
class DropsByDefault:
    """0.1 is the paper's."""

    def __init__(self, d_model, n_heads, d_ff, dropout=0.1, norm_first=True):
        super().__init__(d_model, n_heads, d_ff, dropout, norm_first)


@mutant_of_each(RIGHTS, mistake="input_modified")
class InPlace:
    """x is scaled in place, and back again."""

    def forward(self, x, *context):
        output = super().forward(x, *context)
        x.data.mul_(2)
        return output


@mutant_of_each(RIGHTS, mistake="dtype_lost")
class Float32Out:
    """Everything is float32."""

    def forward(self, *inputs):
        return super().forward(*inputs).float()


@mutant_of_each(RIGHTS, mistake="gradient_cut")
class Detached:
    """The network's input is a constant."""

    def transform(self, h):
        return super().transform(h.detach())


@mutant_of_each(RIGHTS, mistake="axes_squeezed")
class Squeezed:
    """Axes of length one are clutter."""

    def forward(self, *inputs):
        return super().forward(*inputs).squeeze()
