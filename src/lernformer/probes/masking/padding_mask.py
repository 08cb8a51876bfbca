"""Probe for ``masking.padding_mask``."""

from lernformer.probes.case import Probe
from lernformer.probes.masking.masks import probe_mask

PROBE = Probe("masking.padding_mask", probe_mask)
