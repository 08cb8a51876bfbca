"""Probe for ``positional_encoding.shift_matrix``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

BACKWARDS = "turns backwards too"

PROBE = Probe("positional_encoding.shift_matrix", probe_numpy)
