"""Probe for ``residual_norm.layer_norm``."""

from lernformer.probes.case import Probe
from lernformer.probes.residual_norm.common import TORCHS
from lernformer.probes.values import probe_numpy

PROBE = Probe(
    "residual_norm.layer_norm",
    probe_numpy,
    ready_made=(*TORCHS, "lernformer.residual_norm.LayerNorm"),
)
