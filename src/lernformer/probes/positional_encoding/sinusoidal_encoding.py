"""Probe for ``positional_encoding.sinusoidal_encoding``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

LONG = "works for any length"

PROBE = Probe(
    "positional_encoding.sinusoidal_encoding",
    probe_numpy,
    ready_made=("lernformer.positional_encoding.PositionalEncoding",),
)
