"""Probe for ``positional_encoding.to_halves``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

PROBE = Probe("positional_encoding.to_halves", probe_numpy)
