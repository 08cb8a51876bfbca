"""Probe for ``residual_norm.RMSNorm``."""

from lernformer.probes.case import Probe
from lernformer.probes.residual_norm.norms import probe_norm

probe_rms_norm = probe_norm("gamma")

PROBE = Probe(
    "residual_norm.RMSNorm",
    probe_rms_norm,
    ready_made=(
        "torch.rms_norm",
        "torch.nn.functional.rms_norm",
        "torch.nn.RMSNorm",
    ),
)
