"""Probe for ``masking.step_by_step``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_torch

GONE = "later tokens are gone"  # setting of the case in which they are NaN

probe_steps = probe_torch("output")

PROBE = Probe("masking.step_by_step", probe_steps)
