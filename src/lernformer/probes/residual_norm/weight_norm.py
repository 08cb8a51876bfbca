"""Probe for ``residual_norm.weight_norm``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

SHORT = "is exact for short rows"

PROBE = Probe(
    "residual_norm.weight_norm", probe_numpy, ready_made=("torch._weight_norm",)
)
