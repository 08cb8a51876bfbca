"""Probe for ``residual_norm.min_max``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

PROBE = Probe("residual_norm.min_max", probe_numpy)
