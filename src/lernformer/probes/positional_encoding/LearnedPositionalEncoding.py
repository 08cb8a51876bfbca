"""Probe for ``positional_encoding.LearnedPositionalEncoding``."""

from lernformer.probes.case import Probe
from lernformer.probes.positional_encoding.layers import probe_layer

PROBE = Probe("positional_encoding.LearnedPositionalEncoding", probe_layer)
