"""Probe for ``embedding.chance_similarity``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_number

PROBE = Probe("embedding.chance_similarity", probe_number)
