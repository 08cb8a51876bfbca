"""Probe for ``masking.decoder_mask``."""

from lernformer.probes.case import Probe
from lernformer.probes.masking.masks import probe_mask

PROBE = Probe("masking.decoder_mask", probe_mask)
