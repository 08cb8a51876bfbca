"""Probe for ``translator.teacher_forcing``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_torch

IDS = "returns integers"

probe_forcing = probe_torch("decoder_input", "labels")

PROBE = Probe("translator.teacher_forcing", probe_forcing)
