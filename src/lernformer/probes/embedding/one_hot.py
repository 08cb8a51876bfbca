"""Probe for ``embedding.one_hot``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

PROBE = Probe(
    "embedding.one_hot", probe_numpy, ready_made=("torch.nn.functional.one_hot",)
)
