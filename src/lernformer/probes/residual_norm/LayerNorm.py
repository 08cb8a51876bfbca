"""Probe for ``residual_norm.LayerNorm``."""

from lernformer.probes.case import Probe
from lernformer.probes.residual_norm.common import TORCHS
from lernformer.probes.residual_norm.norms import probe_norm

probe_layer_norm = probe_norm("gamma", "beta")

PROBE = Probe("residual_norm.LayerNorm", probe_layer_norm, ready_made=TORCHS)
