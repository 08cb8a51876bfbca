"""Probe for ``attention.merge_heads``."""

from lernformer.probes.attention.heads import probe_heads
from lernformer.probes.case import Probe

PROBE = Probe("attention.merge_heads", probe_heads)
