"""The norms, each computed by a single kernel."""

from torch import Tensor
from torch.nn import functional as F

from lernformer.residual_norm import LayerNorm, RMSNorm


class FusedLayerNorm(LayerNorm):
    """``LayerNorm`` in one kernel: the same results, several times as fast."""

    def forward(self, x: Tensor) -> Tensor:
        """Normalise (..., d_model)."""
        return F.layer_norm(x, self.gamma.shape, self.gamma, self.beta, self.eps)


class FusedRMSNorm(RMSNorm):
    """``RMSNorm`` in one call, which has its own kernel on a GPU."""

    def forward(self, x: Tensor) -> Tensor:
        """Normalise (..., d_model)."""
        return F.rms_norm(x, self.gamma.shape, self.gamma, self.eps)
