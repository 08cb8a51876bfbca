"""Probe for ``positional_encoding.concatenation_as_sum``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_parts

WIDTH = "takes positions of another width"

PARTS = ("from_words", "from_positions")

probe_concatenation = probe_parts(*PARTS)

PROBE = Probe("positional_encoding.concatenation_as_sum", probe_concatenation)
