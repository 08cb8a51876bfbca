"""What goes wrong the same way in both stacks, and how it shows."""

import torch.nn.functional as F
from torch import nn

from lernformer.mistakes.transformer.stacks import DecoderInSteps, EncoderInSteps
from lernformer.residual_norm import LayerNorm

from .. import mutant_of_each

RIGHTS = {
    "transformer.Encoder": EncoderInSteps,
    "transformer.Decoder": DecoderInSteps,
}


@mutant_of_each(RIGHTS, mistake="shared_layers")
class OneLayerManyTimes:
    """[layer] * n is n times the same layer."""

    def __init__(self, config):
        super().__init__(config)
        self.layers = nn.ModuleList([self.layer(config)] * config.n_layers)


@mutant_of_each(RIGHTS, mistake="layers_in_list")
class PlainList:
    """A plain list hides the layers."""

    def __init__(self, config):
        super().__init__(config)
        del self.layers
        self.layers = [self.layer(config) for _ in range(config.n_layers)]


@mutant_of_each(RIGHTS, mistake="layer_count_wrong")
class OneTooFew:
    """range(1, n)."""

    def __init__(self, config):
        super().__init__(config)
        self.layers = self.layers[1:]


@mutant_of_each(RIGHTS, mistake="final_norm_missing")
class NoFinalNorm:
    """The layers have norms enough."""

    def __init__(self, config):
        super().__init__(config)
        self.norm = nn.Identity()


@mutant_of_each(RIGHTS, mistake="final_norm_in_post_norm")
class AlwaysNormed:
    """A norm at the end, always."""

    def __init__(self, config):
        super().__init__(config)
        self.norm = LayerNorm(config.d_model)


@mutant_of_each(RIGHTS, mistake="dropout_in_eval")
class DropsInEval:
    """Dropout on the result, always."""

    def __init__(self, config):
        super().__init__(config)
        self.p = config.dropout

    def forward(self, *inputs):
        return F.dropout(super().forward(*inputs), self.p)


class Dropping:
    """Dropout outside of the layers."""

    def __init__(self, config):
        super().__init__(config)
        self.drop = nn.Dropout(config.dropout)


@mutant_of_each(RIGHTS, mistake="dropout_elsewhere")
class DropsTheResult(Dropping):
    """Dropout on the result."""

    def forward(self, *inputs):
        return self.drop(super().forward(*inputs))


@mutant_of_each(RIGHTS, mistake="dropout_elsewhere")
class DropsTheInput(Dropping):
    """Dropout on what comes in."""

    def forward(self, x, *context):
        return super().forward(self.drop(x), *context)


@mutant_of_each(RIGHTS, mistake="dropout_elsewhere")
class DropsBetweenLayers(Dropping):
    """Dropout on what each layer gives."""

    def step(self, *given):
        return self.drop(super().step(*given))


@mutant_of_each(RIGHTS, mistake="super_init_forgotten")
class NoSuperInit:
    """super().__init__() is not called."""

    def __init__(self, config):
        self.layers = nn.ModuleList()


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
