"""Probe for ``transformer.Encoder``."""

from lernformer.probes.case import Probe
from lernformer.probes.transformer.common import TORCHS
from lernformer.probes.transformer.stacks import probe_stack

PROBE = Probe("transformer.Encoder", probe_stack, ready_made=TORCHS)
