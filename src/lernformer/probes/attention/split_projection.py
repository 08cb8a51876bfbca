"""Probe for ``attention.split_projection``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_parts

probe_projection = probe_parts("weights", "biases")

PROBE = Probe("attention.split_projection", probe_projection)
