"""What goes wrong the same way in both norms, and how it shows."""

import torch
from torch import nn

from lernformer.mistakes.residual_norm.norms import LayerNormInSteps, RMSNormInSteps

from .. import mutant_of_each

RIGHTS = {
    "residual_norm.LayerNorm": LayerNormInSteps,
    "residual_norm.RMSNorm": RMSNormInSteps,
}


@mutant_of_each(RIGHTS, mistake="wrong_start")
class StartsAtZero:
    """All parameters start at zero."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        nn.init.zeros_(self.gamma)


@mutant_of_each(RIGHTS, mistake="parameter_not_registered")
class PlainTensor:
    """A tensor is a parameter."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        del self.gamma
        self.gamma = torch.ones(d_model)


@mutant_of_each(RIGHTS, mistake="parameter_not_registered")
class Buffer:
    """A buffer moves along with the module, so it is a parameter."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        del self.gamma
        self.register_buffer("gamma", torch.ones(d_model))


@mutant_of_each(RIGHTS, mistake="parameter_not_trained")
class Frozen:
    """gamma is one and stays one."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        self.gamma.requires_grad_(False)


@mutant_of_each(RIGHTS, mistake="scalar_parameter")
class OneGammaForAll:
    """One stretch for all features."""

    def __init__(self, d_model, eps=1e-5):
        super().__init__(d_model, eps)
        self.gamma = nn.Parameter(torch.ones(1))


@mutant_of_each(RIGHTS, mistake="parameters_in_forward")
class MadeInForward:
    """The size is known in forward, so the parameter is made there."""

    def forward(self, x):
        self.gamma = nn.Parameter(torch.ones(x.size(-1), dtype=x.dtype))
        return super().forward(x)


@mutant_of_each(RIGHTS, mistake="gradient_cut")
class SizeDetached:
    """What x is divided by is a constant."""

    def spread(self, x):
        return super().spread(x).detach()


@mutant_of_each(RIGHTS, mistake="dtype_lost")
class Float32Out:
    """Everything is float32."""

    def forward(self, x):
        return super().forward(x.float()).float()


@mutant_of_each(RIGHTS, mistake="input_modified")
class InPlace:
    """Working in place saves memory."""

    def forward(self, x):
        normed = super().forward(x)
        with torch.no_grad():
            x *= 0.5
        return normed


@mutant_of_each(RIGHTS, mistake="axes_squeezed")
class Squeezed:
    """Axes of length one are clutter."""

    def forward(self, x):
        return super().forward(x).squeeze()


@mutant_of_each(RIGHTS, mistake="leading_axes_unsupported")
class ThreeAxesOnly:
    """Unpacks the shape."""

    def forward(self, x):
        B, L, d = x.shape
        return super().forward(x.reshape(B * L, d)).view(B, L, d)
