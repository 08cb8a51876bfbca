"""Probe for ``residual_norm.standardize``."""

from lernformer.probes.case import Probe
from lernformer.probes.residual_norm.common import TORCHS
from lernformer.probes.values import probe_numpy

PROBE = Probe(
    "residual_norm.standardize",
    probe_numpy,
    ready_made=(
        *TORCHS,
        "scipy.stats.zscore",
        "lernformer.residual_norm.layer_norm",
        "lernformer.residual_norm.LayerNorm",
    ),
)
