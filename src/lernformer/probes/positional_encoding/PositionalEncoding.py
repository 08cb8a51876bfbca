"""Probe for ``positional_encoding.PositionalEncoding``."""

from lernformer.probes.case import Probe
from lernformer.probes.positional_encoding.layers import probe_layer

PROBE = Probe("positional_encoding.PositionalEncoding", probe_layer, helpers=("_rows",))
