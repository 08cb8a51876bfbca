"""Probe for ``positional_encoding.angular_frequencies``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

PROBE = Probe("positional_encoding.angular_frequencies", probe_numpy)
