"""Probe for ``masking.is_look_ahead_mask``."""

from lernformer.probes.case import Probe
from lernformer.probes.testing import probe_test

PROBE = Probe("masking.is_look_ahead_mask", probe_test)
