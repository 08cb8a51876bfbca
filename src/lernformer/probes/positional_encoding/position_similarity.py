"""Probe for ``positional_encoding.position_similarity``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

NEGATIVE = "takes negative offsets"

SHAPES = "takes offsets of any shape"

PROBE = Probe("positional_encoding.position_similarity", probe_numpy)
