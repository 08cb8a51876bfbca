"""Probe for ``attention.split_heads``."""

from lernformer.probes.attention.heads import probe_heads
from lernformer.probes.case import Probe

PROBE = Probe("attention.split_heads", probe_heads)
