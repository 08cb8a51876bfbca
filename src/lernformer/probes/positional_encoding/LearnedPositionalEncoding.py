"""How ``positional_encoding.LearnedPositionalEncoding`` is asked."""

from lernformer.probes.case import Probe
from lernformer.probes.positional_encoding.layers import probe_layer

PROBE = Probe(
    "positional_encoding.LearnedPositionalEncoding",
    probe_layer,
)
