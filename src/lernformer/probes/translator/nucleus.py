"""Probe for ``translator.nucleus``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_torch

PROBE = Probe("translator.nucleus", probe_torch("probabilities"))
